import Synchronization

/// The last commits between versions of which all is known: what was worked out at one of them can be followed to a
/// later one.
final class CommitJournal: Sendable {
  private struct Entry {
    let old: Int
    let new: Int
    let changes: [Changes]
  }

  private struct State {
    var entries: [Entry] = []
    var ids = 0
  }

  /// The most commits kept, and the most ids in them: whoever has to look at more works it out anew instead.
  private static let limits = (commits: 256, ids: 4_000)
  private let state = Mutex(State())

  /// Adds what was committed between two versions.
  func follow(_ changes: [Changes], from old: Int, to new: Int) {
    state.withLock { state in
      // What happened in between isn't known.
      if state.entries.last?.new != old { state = State() }
      state.entries.append(Entry(old: old, new: new, changes: changes))
      state.ids += changes.reduce(0) { $0 + $1.count }
      while state.entries.count > Self.limits.commits || state.ids > Self.limits.ids, !state.entries.isEmpty {
        state.ids -= state.entries.removeFirst().changes.reduce(0) { $0 + $1.count }
      }
    }
  }

  /// All that was committed between two versions; nil where that isn't known any more.
  func changes(from old: Int, to new: Int) -> [Changes]? {
    state.withLock { state in
      guard let first = state.entries.lastIndex(where: { $0.old == old }),
        let last = state.entries.lastIndex(where: { $0.new == new }), first <= last
      else { return nil }
      return state.entries[first...last].flatMap(\.changes)
    }
  }

  /// What became of the keys of an entity's records between two versions, from commit to commit; nil where that isn't known
  /// of all.
  func moves(of entity: String, from old: Int, to new: Int) -> [KeyMove]? {
    guard let commits = changes(from: old, to: new) else { return nil }
    var moves: [KeyMove] = []
    for changed in commits.compactMap({ $0.byEntity[entity] }) {
      guard let known = changed.keyMoves else { return nil }
      moves += known.values
    }
    return moves
  }

  /// Whether all that was committed between two versions is known and has touched nothing of what was read.
  func isUntouched(_ set: ReadSet, from old: Int, to new: Int) -> Bool {
    changes(from: old, to: new).map { !$0.contains(where: set.isTouched) } ?? false
  }
}
