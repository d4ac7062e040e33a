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

  /// Those of searches for one or two letters.
  let parts: PartCounts

  init(_ journal: CommitJournal) {
    self.journal = journal
    parts = PartCounts(journal)
  }

  /// How many records of an entity a search finds at a version, counted where that can't be told from earlier.
  func count(
    of search: KeySearch, in entity: String, at version: Int, _ counting: () throws -> Int
  ) rethrows -> Int {
    let key = Key(entity: entity, search: search)
    if let known = known.withLock({ $0[key] }) {
      if known.version == version { return known.count }
      if let moves = journal.moves(of: entity, from: known.version, to: version) {
        let count = known.count + search.growth(by: moves)
        keep(count, key, version)
        return count
      }
      // Others have written and asked since this reader began.
      if let moves = journal.moves(of: entity, from: version, to: known.version) {
        return known.count - search.growth(by: moves)
      }
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
}
