import KartotekaModel
import Synchronization

/// How many records searches find: counted once, and from then on followed from commit to commit, since counting the
/// matches among ten million takes longer than all else on a page.
final class SearchCounts: Sendable {
  private struct Key: Hashable {
    let entity: String
    let search: KeySearch
  }

  /// More than people search for in a day; when it is full it begins anew.
  private static let capacity = 10_000
  private let journal: CommitJournal
  private let known = Mutex<[Key: (count: Int, version: Int)]>([:])

  init(_ journal: CommitJournal) { self.journal = journal }

  /// How many records of an entity a search finds at a version, counted where that can't be told from earlier.
  func count(
    of search: KeySearch, in entity: String, at version: Int, _ counting: () throws -> Int
  ) rethrows -> Int {
    let key = Key(entity: entity, search: search)
    if let known = known.withLock({ $0[key] }) {
      if known.version == version { return known.count }
      if let growth = growth(key, from: known.version, to: version) {
        keep(known.count + growth, key, version)
        return known.count + growth
      }
      // Others have written and asked since this reader began.
      if let growth = growth(key, from: version, to: known.version) { return known.count - growth }
    }
    let count = try counting()
    keep(count, key, version)
    return count
  }

  private func keep(_ count: Int, _ key: Key, _ version: Int) {
    known.withLock { known in
      if known.count >= Self.capacity { known = [:] }
      if let newer = known[key], newer.version > version { return }
      known[key] = (count, version)
    }
  }

  // How many more are found than before; nil where nobody knows.
  private func growth(_ key: Key, from old: Int, to new: Int) -> Int? {
    guard let commits = journal.changes(from: old, to: new) else { return nil }
    var growth = 0
    for changed in commits.compactMap({ $0.byEntity[key.entity] }) {
      guard let moves = changed.keyMoves else { return nil }
      for move in moves.values {
        growth += (key.search.finds(move.new) ? 1 : 0) - (key.search.finds(move.old) ? 1 : 0)
      }
    }
    return growth
  }
}
