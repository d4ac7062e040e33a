import KartotekaModel
import Synchronization

/// Values that were computed from one entity, or from several, and hold until the first change of any of them.
///
/// A value is computed in a snapshot, at a version. It holds at every version from the last change of its dependencies
/// up to their next change.
final class VersionedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let value: Value
    /// The version of the snapshot in which it was computed.
    let version: DataVersion
  }

  /// More keys than people ask for between two changes. A full cache is emptied.
  private let capacity = 10_000
  private let entries = Mutex<[Key: Entry]>([:])

  /// The value at a version, computed where it is not known. Computing holds no lock.
  /// - Parameters:
  ///   - version: that of the snapshot in which `work` reads.
  ///   - change: the version of the last change of what the value depends on.
  func value(_ key: Key, at version: DataVersion, changed change: DataVersion, _ work: () throws -> Value) rethrows
    -> Value
  {
    if let known = known(key, at: version, changed: change) { return known }
    let value = try work()
    insert(value, key, at: version, changed: change)
    return value
  }

  /// The value at a version; nil where it is not known.
  func known(_ key: Key, at version: DataVersion, changed change: DataVersion) -> Value? {
    // A snapshot from before the change has other values than one from after it.
    guard change <= version, let entry = entries.withLock({ $0[key] }), entry.version >= change else { return nil }
    return entry.value
  }

  private func insert(_ value: Value, _ key: Key, at version: DataVersion, changed change: DataVersion) {
    guard change <= version else { return }
    entries.withLock { entries in
      if let newer = entries[key], newer.version > version { return }
      if entries.count >= capacity { entries = [:] }
      entries[key] = Entry(value: value, version: version)
    }
  }
}

/// The key of a cached count.
struct CountKey: Hashable, Sendable {
  private let entity: String
  private let predicate: FetchPredicate?
  private let search: String
  private let attribute: String?

  /// - Parameter attribute: the only one that is searched; nil for all.
  init(_ request: AnyFetchRequest, in attribute: String? = nil) {
    self.attribute = attribute
    entity = request.entity
    predicate = request.predicate
    search = request.search
  }
}
