import KartotekaModel

import class GRDB.Database
import struct GRDB.DatabaseError

// How everything that changes data is committed and told of.
extension Store {
  /// Does something in one transaction, brings keys up to date and tells the feed of what was changed.
  ///
  /// Nobody else writes through this store until it is told, so that the feed has commits in their order. Of a
  /// transaction that fails it learns nothing.
  /// - Parameter body: returns what it made and what it knows to have changed; the marks say the rest.
  func commit<T: Sendable>(
    _ body: @Sendable (Database) throws -> (value: T, changes: Changes)
  ) async throws -> (value: T, changes: Changes) {
    try await translating {
      try await writer.writeWithoutTransaction { database in try commit(on: database, body) }
    }
  }

  /// The same on the connection that writes.
  func commit<T>(
    on database: Database, _ body: (Database) throws -> (value: T, changes: Changes)
  ) throws -> (value: T, changes: Changes) {
    var missed = Changes()
    var number = 0
    var result: (value: T, changes: Changes)?
    try database.inTransaction {
      number = try CommitCounter.number(in: database)
      let others = try takeMarks(in: database)
      missed = number == commits.known ? others : .any(model.entities)
      var own = try body(database)
      own.changes.complete(by: try takeMarks(in: database))
      result = own
      if !own.changes.isEmpty || !others.isEmpty {
        number += 1
        try CommitCounter.write(number, in: database)
      }
      return .commit
    }
    commits.known = number
    guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    // Who is told reads at once, and has to find the new version then.
    if !result.changes.isEmpty || !missed.isEmpty { watch.committed() }
    feed.publish(missed)
    feed.publish(result.changes)
    return result
  }

  /// Brings keys up to date where another program has changed records, and tells of it.
  func mend() async throws {
    let isMissing = try read { database in
      try ChangeMarks.exist(in: database) || CommitCounter.number(in: database) != commits.known
    }
    if isMissing { _ = try await commit { _ in ((), Changes()) } }
  }

  private func takeMarks(in database: Database) throws -> Changes {
    let changes = try plan.marks.changes(in: database)
    guard !changes.isEmpty else { return changes }
    for keys in plan.allKeys { try keys.mend(in: database) }
    try ChangeMarks.clear(in: database)
    return changes
  }
}
