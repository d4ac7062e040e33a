import KartotekaModel
import Synchronization

/// Values that were computed from one entity, or from several, and hold until the first change of any of them.
///
/// A value is computed in a snapshot, at a version. It holds at every version from the last change of its dependencies
/// up to their next change. The cache keeps as many as fit in a number of bytes: first values that hold no more are
/// removed, then those that were used longest ago.
final class VersionedCache<Key: Hashable & Sendable & CacheSized, Value: Sendable & CacheSized>: Sendable {
  private struct Entry {
    let value: Value
    /// The version of the snapshot in which it was computed.
    let version: DataVersion
    /// The entities from which it was computed.
    let entities: Set<String>
    let bytes: Int
    /// Grows with each use.
    var use: UInt64
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var bytes = 0
    var uses: UInt64 = 0

    mutating func remove(_ key: Key) {
      if let entry = entries.removeValue(forKey: key) { bytes -= entry.bytes }
    }
  }

  private let limit: Int
  private let lastChange: @Sendable (Set<String>) -> DataVersion
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: about how many bytes the values and their keys may take. The newest value is kept whatever its size.
  ///   - lastChange: the version of the last change of any of some entities.
  init(bytes limit: Int, lastChange: @escaping @Sendable (Set<String>) -> DataVersion) {
    (self.limit, self.lastChange) = (limit, lastChange)
  }

  /// A cache for one read alone: nothing changes meanwhile.
  static var unshared: VersionedCache { VersionedCache(bytes: 1 << 20) { _ in DataVersion() } }

  /// The number of values, and their bytes.
  var size: (count: Int, bytes: Int) { state.withLock { ($0.entries.count, $0.bytes) } }

  /// The value at a version, computed where it is not known. Computing holds no lock.
  /// - Parameters:
  ///   - version: that of the snapshot in which `work` reads.
  ///   - entities: those that the value is computed from.
  func value(
    _ key: Key, at version: DataVersion, until entities: Set<String>, _ work: () throws -> Value
  ) rethrows -> Value {
    if let known = known(key, at: version, until: entities) { return known }
    let value = try work()
    insert(value, key, at: version, until: entities)
    return value
  }

  /// The value at a version; nil where it is not known.
  func known(_ key: Key, at version: DataVersion, until entities: Set<String>) -> Value? {
    let change = lastChange(entities)
    // A snapshot from before the change has other values than one from after it.
    guard change <= version else { return nil }
    return state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      guard entry.version >= change else {
        state.remove(key)
        return nil
      }
      state.uses += 1
      state.entries[key]?.use = state.uses
      return entry.value
    }
  }

  private func insert(_ value: Value, _ key: Key, at version: DataVersion, until entities: Set<String>) {
    guard lastChange(entities) <= version else { return }
    // With the set of entities and the place in the dictionary.
    let bytes = key.cachedBytes + value.cachedBytes + 128
    state.withLock { state in
      if let newer = state.entries[key], newer.version > version { return }
      state.remove(key)
      if state.bytes + bytes > limit { makeRoom(bytes, &state) }
      state.uses += 1
      state.entries[key] = Entry(value: value, version: version, entities: entities, bytes: bytes, use: state.uses)
      state.bytes += bytes
    }
  }

  // For a quarter more than is needed, so that not each new value looks at all.
  private func makeRoom(_ bytes: Int, _ state: inout State) {
    for (key, entry) in state.entries where entry.version < lastChange(entry.entities) { state.remove(key) }
    let room = max(0, limit - limit / 4 - bytes)
    guard state.bytes > room else { return }
    for (key, _) in state.entries.map({ ($0.key, $0.value.use) }).sorted(by: { $0.1 < $1.1 }) {
      state.remove(key)
      if state.bytes <= room { return }
    }
  }
}

/// The key of a cached count.
struct CountKey: Hashable, Sendable {
  private let entity: String
  private let predicate: FetchPredicate?
  private let search: String
  private let searchesStoredAlone: Bool
  private let number: RecordID?
  private let attribute: String?
  private let context: CacheContext?

  /// - Parameters:
  ///   - attribute: the only one that is searched; nil for all.
  ///   - context: the day, the minute or the person that a computed value of the predicate depends on.
  init(_ request: AnyFetchRequest, in attribute: String? = nil, _ context: CacheContext? = nil) {
    self.attribute = attribute
    self.context = context
    entity = request.entity
    predicate = request.predicate
    search = request.search
    searchesStoredAlone = request.searchesStoredAlone
    number = request.number
  }
}

extension CountKey: CacheSized {
  var cachedBytes: Int { 128 + search.utf8.count + (predicate?.cachedBytes ?? 0) }
}

/// The key of cached rows of an aggregate request.
struct AggregateKey: Hashable, Sendable {
  let request: AggregateRequest
  /// The day, the minute or the person that a computed value of the predicate depends on.
  let context: CacheContext?
  /// The time zone in which moments have their days.
  let zone: String
  /// Whether a number that does not fit in 64 bits is an error.
  let refusesTooLarge: Bool
}

extension AggregateKey: CacheSized {
  var cachedBytes: Int { 256 + (request.predicate?.cachedBytes ?? 0) + (request.search?.utf8.count ?? 0) }
}
