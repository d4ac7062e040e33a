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
    defer { log.catchUp(database) }
    var made: (value: T, changes: Changes)?
    try commit(on: database) { database in
      let done = try complete(body(database), by: takeMarks(in: database))
      made = done
      return [done.changes]
    }
    guard let made else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    return made
  }

  /// What was made, with all the changes that the marks tell of.
  func complete<T>(_ made: (value: T, changes: Changes), by marked: Changes) -> (value: T, changes: Changes) {
    var made = made
    made.changes.complete(by: marked)
    return made
  }

  /// Commits what is done, and tells of it. The write-ahead log is left to the caller, who answers first.
  /// - Parameter work: does it, and returns what each of several writes has changed.
  func commit(on database: Database, _ work: (Database) throws -> [Changes]) throws {
    var missed = Changes()
    var number = 0
    var all: [Changes] = []
    var before = (version: 0, others: Int64(0))
    var isCommitting = false
    defer { if isCommitting { watch.endCommit() } }
    try database.inTransaction {
      before = try (watch.ownVersion(), ChangeWatch.othersVersion(in: database))
      number = try CommitCounter.number(in: database)
      let others = try takeMarks(in: database)
      missed = number == commits.known ? others : .any(model.entities, settings: true)
      all = try work(database).filter { !$0.isEmpty }
      if !all.isEmpty || !others.isEmpty {
        number += 1
        try CommitCounter.write(number, in: database)
      }
      log.putOff()
      watch.beginCommit()
      isCommitting = true
      return .commit
    }
    // Who is told reads at once, and has to find the new version then.
    if !all.isEmpty || !missed.isEmpty { watch.committed() }
    let version = try? watch.ownVersion()
    // Nobody else has committed until the version was asked for: all that has changed since is known.
    let isAlone = missed.isEmpty && (try? ChangeWatch.othersVersion(in: database)) == before.others
    commits.known = number
    if let version, isAlone {
      recordCounts.follow(all, from: before.version, to: version)
      journal.follow(all, from: before.version, to: version)
      mended.store(version)
    }
    isCommitting = false
    watch.endCommit()
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
    var changes = [try takeMarksMendingLater(in: database)]
    try mendKeys(of: &changes, in: database)
    return changes[0]
  }

  /// Takes the marks away, and brings those keys up to date that have to be before: of records that are too many to name.
  /// - Returns: what the marks say.
  func takeMarksMendingLater(in database: Database) throws -> Changes {
    let changes = try plan.marks.changes(in: database)
    guard !changes.isEmpty else { return changes }
    for (name, changed) in changes.byEntity where changed.isAny {
      try plan.keys(of: plan.entity(name))?.mend(in: database)
    }
    try ChangeMarks.clear(in: database)
    return changes
  }

  /// Brings the keys up to date of all records that the writes of one transaction name, and adds to their changes what
  /// became of the keys. A record that several of them changed is mended once, and the first of them tells of it.
  func mendKeys(of writes: inout [Changes], in database: Database) throws {
    for entity in model.entities {
      let places = writes.indices.filter { writes[$0].byEntity[entity.name].map { !$0.isAny && !$0.isRange } ?? false }
      guard let first = places.first else { continue }
      let named = places.compactMap { writes[$0].byEntity[entity.name] }
      var moves: [RecordID: KeyMove] = [:]
      if let keys = plan.keys(of: entity) {
        moves = try keys.mend(Set(named.flatMap(\.ids)), in: database)
      } else {
        for changed in named { moves.merge(changed.movesWithoutKeys) { KeyMove(old: $0.old, new: $1.new) } }
      }
      for place in places { writes[place].byEntity[entity.name]?.keyMoves = place == first ? moves : [:] }
    }
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
