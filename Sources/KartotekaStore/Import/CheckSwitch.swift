import GRDB
import GRDBSQLite
import KartotekaModel
import Synchronization

/// Switches the CHECK clauses of all tables off for the length of a bulk insert, and on again whatever happens.
///
/// Evaluating them is two thirds of what adding a record costs. Of values that a kind of attribute calls canonical
/// they are known to hold; all other rows are asked by ``RowCheck``, which evaluates the same clauses. No row comes
/// in that they would refuse.
final class CheckSwitch: Sendable {
  // Of the writing connection, of which there is one.
  private let isOff = Atomic(false)

  /// Whether the clauses are switched off.
  var areChecksOff: Bool { isOff.load(ordering: .relaxed) }

  func turnOff(in database: Database) throws {
    isOff.store(true, ordering: .relaxed)
    try run("PRAGMA ignore_check_constraints = ON", database)
  }

  /// Does nothing when they are on.
  func turnOn(in database: Database) throws {
    guard areChecksOff else { return }
    try run("PRAGMA ignore_check_constraints = OFF", database)
    isOff.store(false, ordering: .relaxed)
  }

  // Not through GRDB, which runs nothing any more once a task was cancelled.
  private func run(_ sql: String, _ database: Database) throws {
    let code = sqlite3_exec(database.sqliteConnection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
  }
}
