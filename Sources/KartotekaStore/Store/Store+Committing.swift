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
    var others = Int64(0)
    let written = database.totalChangesCount
    var isCommitting = false
    defer { if isCommitting { watch.endCommit() } }
    try database.inTransaction {
      others = try ChangeWatch.othersVersion(in: database)
      number = try CommitCounter.number(in: database)
      let marked = try takeMarks(in: database)
      missed = number == commits.known ? marked : .any(model.entities, settings: true)
      all = try work(database).filter { !$0.isEmpty }
      if !all.isEmpty || !marked.isEmpty {
        number += 1
        try CommitCounter.write(number, in: database)
      }
      log.putOff()
      watch.beginCommit()
      isCommitting = true
      return .commit
    }
    // Who is told reads at once, and has to find the new version then.
    if database.totalChangesCount != written { watch.committed() }
    let version = try? watch.ownVersion()
    // Nobody else has committed until the version was asked for: all that has changed since is known.
    let isAlone = missed.isEmpty && (try? ChangeWatch.othersVersion(in: database)) == others
    commits.known = number
    if let version {
      watch.note(all + [missed], at: version)
      if isAlone { mended.store(version) }
    } else {
      watch.touched()
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
    let changes = try takeMarksMendingLater(in: database)
    try mendKeys(of: [changes], in: database)
    return changes
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

  /// Brings the keys up to date of all records that the writes of one transaction name, each once.
  func mendKeys(of writes: [Changes], in database: Database) throws {
    for entity in model.entities {
      let named = writes.compactMap { $0.byEntity[entity.name] }.filter { !$0.isAny && !$0.isRange }
      if named.isEmpty { continue }
      try plan.keys(of: entity)?.mend(Set(named.flatMap(\.ids)), in: database)
    }
  }
}
