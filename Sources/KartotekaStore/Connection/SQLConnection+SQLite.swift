import Foundation
import GRDB
import GRDBSQLite
import KartotekaModel

// The settings and questions that SQLite has a form of its own for.
extension SQLConnection {
  /// Does something while foreign keys are not enforced, which SQLite heeds between transactions only. A connection that
  /// can't be brought back to enforcing them is not used any more.
  func withoutForeignKeys(_ body: () throws -> Void) throws {
    try execute("PRAGMA foreign_keys = OFF")
    defer {
      try? execute("PRAGMA foreign_keys = ON")
      if (try? RawStatement("PRAGMA foreign_keys", in: self).integer()) != 1 { isBroken = true }
    }
    try body()
  }

  /// Checks foreign keys at the end of the current transaction, instead of at the end of each statement.
  func deferForeignKeys() throws { try execute("PRAGMA defer_foreign_keys = ON") }

  /// Whether the transaction could not be committed now because of deferred foreign keys.
  var hasForeignKeyViolations: Bool {
    var now: CInt = 0
    var most: CInt = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &now, &most, 0)
    return now != 0
  }

  /// Switches CHECK clauses off or on, for the rows that are written from then on.
  func leaveOutChecks(_ isOn: Bool) throws {
    // Also between a rollback and the end of the transaction's block.
    let code = sqlite3_exec(handle, "PRAGMA ignore_check_constraints = \(isOn ? "ON" : "OFF")", nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLError(code: code) }
  }

  /// Whether the database has a table of that name.
  func hasTable(_ name: String) throws -> Bool {
    try first(Int.self, "SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ?", [name]) != nil
  }

  /// The names of a table's columns.
  func columns(of table: String) throws -> [String] {
    try all(String.self, "SELECT name FROM pragma_table_info(?)", [table])
  }

  /// The definition of a table; nil where there is no such table.
  func definition(of table: String) throws -> String? {
    try first(String.self, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [table])
  }

  /// Puts the write-ahead log into the file, and empties it.
  func truncateLog() throws { try execute("PRAGMA wal_checkpoint(TRUNCATE)") }

  /// Makes the file one that needs no others beside it.
  func useRollbackJournal() throws { try execute("PRAGMA journal_mode = DELETE") }

  /// Does something on a connection that knows a function of SQL, whose result depends on its arguments alone.
  func withFunction<T>(
    _ name: String, argumentCount: Int, _ function: @escaping @Sendable ([Value]) -> Value, _ body: () throws -> T
  ) rethrows -> T {
    let function = DatabaseFunction(name, argumentCount: argumentCount, pure: true) { arguments in
      function(arguments.map(Value.init)).databaseValue
    }
    add(function)
    defer { remove(function) }
    return try body()
  }
}

extension Value {
  fileprivate init(_ stored: DatabaseValue) {
    self =
      switch stored.storage {
      case .null: .null
      case .int64(let integer): .integer(integer)
      case .double(let real): .real(real)
      case .string(let text): .text(text)
      case .blob(let data): .blob([UInt8](data))
      }
  }

  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let integer): integer.databaseValue
    case .real(let real): real.databaseValue
    case .text(let text): text.databaseValue
    case .blob(let blob): Data(BlobReference.column(blob)).databaseValue
    }
  }
}
