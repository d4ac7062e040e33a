import Synchronization

/// How many records entities have: counted once, and from then on followed from commit to commit, since counting ten
/// million takes longer than all else on a page.
final class RecordCounts: Sendable {
  /// The counts at a version.
  fileprivate struct Counted {
    let version: Int
    var counts: [String: Int] = [:]
    /// How many more records entities have than at the version before; those that aren't named have as many.
    var growth: [String: Int] = [:]
    /// The entities of which that isn't known.
    var unknown: Set<String> = []
  }

  /// Who reads while others write is some commits behind.
  private static let most = 16
  /// Each follows from the one before.
  private let known = Mutex<[Counted]>([])

  /// The number of an entity's records at a version; nil when it is not known.
  func known(_ entity: String, at version: Int) -> Int? {
    known.withLock { known in known.last { $0.version == version }?.counts[entity] }
  }

  /// The number of an entity's records at a version, counted where it is not known.
  func count(of entity: String, at version: Int, _ counting: () throws -> Int) rethrows -> Int {
    if let known = known(entity, at: version) { return known }
    let count = try counting()
    known.withLock { known in
      if version > known.last?.version ?? -1 { known = [Counted(version: version)] }
      // An older version's count must not stand for a newer one's.
      guard let place = known.lastIndex(where: { $0.version == version }) else { return }
      known[place].counts[entity] = count
      for later in known.indices.dropFirst(place + 1) { known[later].follow(known[later - 1], entity) }
    }
    return count
  }

  /// Follows commits between two versions, by all that has changed in between.
  func follow(_ changes: [Changes], from old: Int, to new: Int) {
    known.withLock { known in
      guard let last = known.last, last.version == old, new != old else { return }
      var next = Counted(version: new)
      for (entity, changed) in changes.flatMap(\.byEntity) {
        if let growth = changed.growth {
          next.growth[entity, default: 0] += growth
        } else {
          next.unknown.insert(entity)
        }
      }
      for entity in last.counts.keys { next.follow(last, entity) }
      known.append(next)
      if known.count > Self.most { known.removeFirst() }
    }
  }
}

extension RecordCounts.Counted {
  fileprivate mutating func follow(_ before: Self, _ entity: String) {
    guard let count = before.counts[entity], !unknown.contains(entity) else { return }
    counts[entity] = count + growth[entity, default: 0]
  }
}
