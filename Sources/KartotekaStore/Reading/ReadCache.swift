import Synchronization

/// What was read, kept until a commit touches what it was read from.
final class ReadCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Kept {
    let value: Value
    let set: ReadSet
    let size: Int
    var version: Int
  }

  private let kept: Mutex<AgingCache<Key, Kept>>

  /// - Parameter limit: how much there is room for, in the unit of the sizes.
  init(limit: Int) { kept = Mutex(AgingCache(limit: limit)) }

  /// The value, if it is known and still right at a version.
  func known(_ key: Key, at version: Int, _ journal: CommitJournal) -> Value? {
    // Whoever wants to see the statements of a page has them run.
    guard StatementRecorder.current == nil, var known = kept.withLock({ $0[key] }) else { return nil }
    if known.version == version { return known.value }
    guard journal.isUntouched(known.set, from: known.version, to: version) else { return nil }
    known.version = version
    keep(known, key)
    return known.value
  }

  /// Keeps what was read at a version.
  func keep(_ value: Value, for key: Key, readFrom set: ReadSet, at version: Int, size: Int = 1) {
    keep(Kept(value: value, set: set, size: size, version: version), key)
  }

  private func keep(_ value: Kept, _ key: Key) { kept.withLock { $0.set(value, for: key, size: value.size) } }
}
