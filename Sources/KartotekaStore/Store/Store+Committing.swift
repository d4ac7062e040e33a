import KartotekaModel

import class GRDB.Database
import struct GRDB.DatabaseError

// How everything that changes data is committed and told of.
extension Store {
  /// Does something in a transaction, brings keys up to date and tells the feed of what was changed.
  ///
  /// The transaction may be shared with others that wait at the same time, of which each is done or fails by itself.
  /// Nobody else writes through this store until the feed is told, so that it has commits in their order. Of what fails
  /// it learns nothing.
  /// - Parameter body: returns what it made and what it knows to have changed; the marks say the rest. Where the
  ///   transaction is shared and that can't be, it throws ``NeedsOwnTransaction`` and is called again.
  func commit<T: Sendable>(
    _ body: @escaping @Sendable (_ database: Database, _ isShared: Bool) throws -> (value: T, changes: Changes)
  ) async throws -> (value: T, changes: Changes) {
    try await translating {
      do {
        return try await share { try body($0, true) }
      } catch is NeedsOwnTransaction {
        return try await writer.writeWithoutTransaction { database in
          try commitAlone(on: database) { try body($0, false) }
        }
      }
    }
  }

  /// Does one thing in a transaction of its own, on the connection that writes.
  func commitAlone<T>(
    on database: Database, _ body: (Database) throws -> (value: T, changes: Changes)
  ) throws -> (value: T, changes: Changes) {
    var made: (value: T, changes: Changes)?
    try commit(on: database) { database in
      let done = try complete(body(database), in: database)
      made = done
      return [done.changes]
    }
    guard let made else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    return made
  }

  /// What was made, with all the changes that the marks tell of.
  func complete<T>(
    _ made: (value: T, changes: Changes), in database: Database
  ) throws -> (value: T, changes: Changes) {
    var made = made
    made.changes.complete(by: try takeMarks(in: database))
    return made
  }

  /// Commits what is done, and tells of it.
  /// - Parameter work: does it, and returns what each of several writes has changed.
  func commit(on database: Database, _ work: (Database) throws -> [Changes]) throws {
    var missed = Changes()
    var number = 0
    var all: [Changes] = []
    var before = (version: 0, others: Int64(0))
    try database.inTransaction {
      before = try (watch.version(), ChangeWatch.othersVersion(in: database))
      number = try CommitCounter.number(in: database)
      let others = try takeMarks(in: database)
      missed = number == commits.known ? others : .any(model.entities, settings: true)
      all = try work(database).filter { !$0.isEmpty }
      if !all.isEmpty || !others.isEmpty {
        number += 1
        try CommitCounter.write(number, in: database)
      }
      return .commit
    }
    // Who is told reads at once, and has to find the new version then.
    if !all.isEmpty || !missed.isEmpty { watch.committed() }
    let version = try? watch.version()
    // Nobody else has committed until the version was asked for: all that has changed since is known.
    let isAlone = missed.isEmpty && (try? ChangeWatch.othersVersion(in: database)) == before.others
    commits.known = number
    if let version, isAlone {
      recordCounts.follow(all, from: before.version, to: version)
      journal.follow(all, from: before.version, to: version)
      mended.store(version)
    }
    feed.publish(missed)
    for changes in all { feed.publish(changes) }
  }

  /// Brings keys up to date where another program has changed records, and tells of it.
  func mend() async throws {
    let isMissing = try read(noting: nil) { database in
      try ChangeMarks.exist(in: database) || CommitCounter.number(in: database) != commits.known
    }
    if isMissing { _ = try await commit { _, _ in ((), Changes()) } }
  }

  private func takeMarks(in database: Database) throws -> Changes {
    var changes = try plan.marks.changes(in: database)
    guard !changes.isEmpty else { return changes }
    for entity in model.entities {
      guard let changed = changes.byEntity[entity.name] else { continue }
      let keys = plan.keys(of: entity)
      let moves = try keys?.mend(in: database)
      if !changed.isAny { changes.byEntity[entity.name]?.keyMoves = keys == nil ? changed.movesWithoutKeys : moves }
    }
    try ChangeMarks.clear(in: database)
    return changes
  }
}

extension Changes.OfEntity {
  // Of an entity without keys nothing but its ids is in any order.
  fileprivate var movesWithoutKeys: [RecordID: KeyMove] {
    var moves: [RecordID: KeyMove] = [:]
    for id in inserted { moves[id] = KeyMove(old: nil, new: []) }
    for id in updated { moves[id] = KeyMove(old: [], new: []) }
    for id in deleted { moves[id] = KeyMove(old: [], new: nil) }
    return moves
  }
}
