import KartotekaModel
import Synchronization

/// How many records have each part of one or two letters: what somebody types first, what most records have, and what
/// no index knows. All parts of an entity are counted when the first is asked for, and from then on followed from commit
/// to commit.
final class PartCounts: Sendable {
  private final class OfEntity: Sendable {
    let counted = Mutex<(parts: PartTable, version: Int)?>(nil)
  }

  private let journal: CommitJournal
  private let entities = Mutex<[String: OfEntity]>([:])

  init(_ journal: CommitJournal) { self.journal = journal }

  /// How many records a search finds at a version; nil where it isn't one for such a part, or nobody can tell.
  ///
  /// Whoever else asks about the entity meanwhile waits for the counting, and doesn't count, too.
  /// - Parameter counting: counts the parts at that version.
  func count(
    of search: KeySearch, in entity: String, at version: Int, _ counting: () throws -> PartTable
  ) rethrows -> Int? {
    guard let part = search.shortPart else { return nil }
    return try ofEntity(entity).counted.withLock { known in
      if let newer = known?.version, newer > version {
        // Others have written and asked since this reader began.
        guard let moves = journal.moves(of: entity, from: version, to: newer) else { return nil }
        return known?.parts.count(of: part).map { $0 - search.growth(by: moves) }
      }
      if let old = known?.version, old < version {
        let moves = journal.moves(of: entity, from: old, to: version)
        // Taken out, so that it isn't copied in order to be changed.
        if var parts = known.take()?.parts, let moves {
          for move in moves {
            parts.add(search.texts(of: move.old), records: -1)
            parts.add(search.texts(of: move.new), records: 1)
          }
          known = (parts, version)
        }
      }
      if known == nil { known = (try counting(), version) }
      return known?.parts.count(of: part)
    }
  }

  // Only where it was asked for: most entities never are.
  private func ofEntity(_ name: String) -> OfEntity {
    entities.withLock { entities in
      if let known = entities[name] { return known }
      let new = OfEntity()
      entities[name] = new
      return new
    }
  }
}
