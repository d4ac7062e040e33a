import Synchronization

/// How many records entities have: counted once, and from then on followed from commit to commit, since counting ten
/// million takes longer than all else on a page.
final class RecordCounts: Sendable {
  private struct State {
    var version = -1
    var counts: [String: Int] = [:]
  }

  private let state = Mutex(State())

  /// The number of an entity's records at a version; nil when it is not known.
  func known(_ entity: String, at version: Int) -> Int? {
    state.withLock { $0.version == version ? $0.counts[entity] : nil }
  }

  /// The number of an entity's records at a version, counted where it is not known.
  func count(of entity: String, at version: Int, _ counting: () throws -> Int) rethrows -> Int {
    if let known = known(entity, at: version) { return known }
    let count = try counting()
    state.withLock { state in
      // An older version's count must not stand for a newer one's.
      guard version >= state.version else { return }
      if version > state.version { state = State(version: version) }
      state.counts[entity] = count
    }
    return count
  }

  /// Follows commits between two versions, by all that has changed in between.
  func follow(_ changes: [Changes], from old: Int, to new: Int) {
    state.withLock { state in
      guard state.version == old else { return }
      state.version = new
      for changes in changes {
        for (entity, changed) in changes.byEntity {
          guard let count = state.counts[entity] else { continue }
          state.counts[entity] = changed.growth.map { count + $0 }
        }
      }
    }
  }
}
