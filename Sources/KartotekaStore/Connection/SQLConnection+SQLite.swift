import CSQLiteSession
import Foundation
import GRDB
import GRDBSQLite
import KartotekaModel

// The settings and questions that SQLite has a form of its own for.
extension SQLConnection {
  /// Refuses views, triggers and recursive selections in statements that are prepared from now on.
  func refuseViews() {
    _ = sqlite3_set_authorizer(
      handle, { _, action, _, _, _, view in view != nil || action == SQLITE_RECURSIVE ? SQLITE_DENY : SQLITE_OK }, nil)
  }

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

  /// The path of the database file; empty for a database in memory.
  var path: String { sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? "" }

  /// Ends the runs of all statements. One that was left in the middle, as by an error, would keep what it reads.
  func resetStatements() {
    var next = sqlite3_next_stmt(handle, nil)
    while let statement = next {
      if sqlite3_stmt_busy(statement) != 0 { sqlite3_reset(statement) }
      next = sqlite3_next_stmt(handle, statement)
    }
  }

  /// Whether an SQLite before 3.7 has written an attached file last: its header does not say how many pages it has
  /// (<https://www.sqlite.org/fileformat.html>, section 1.3.9).
  func hasOutdatedHeader(_ schema: String) -> Bool {
    var file: UnsafeMutablePointer<sqlite3_file>?
    // By SQLite's own file: the end of any other look at it would end the locks of this process.
    guard sqlite3_file_control(handle, schema, SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let read = file.pointee.pMethods?.pointee.xRead
    else { return false }
    var header = [UInt8](repeating: 0, count: 100)
    guard read(file, &header, CInt(header.count), 0) == SQLITE_OK else { return false }
    return header[24..<28] != header[92..<96] || header[28..<32].allSatisfy { $0 == 0 }
  }

  /// Takes the lock for writing of the own database alone, at the beginning of a transaction.
  func lockMain() throws {
    do { try execute("DELETE FROM main.\(MetaTable.name) WHERE FALSE") } catch let error as SQLError {
      // A new database has no table yet. The first statement takes the lock.
      guard error.kind == .statement else { throw error }
    }
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

  /// Lets triggers, views and constraints of the files use harmless functions alone, and no statement write to the schema
  /// itself, for good (<https://www.sqlite.org/security.html>).
  func distrustSchema() throws {
    let code = kartoteka_distrust_schema(handle)
    guard code == SQLITE_OK else { throw SQLError(code: code) }
  }

  /// Switches triggers off, for good.
  func leaveOutTriggers() throws {
    let code = kartoteka_leave_out_triggers(handle)
    guard code == SQLITE_OK else { throw SQLError(code: code) }
  }

  /// Lets statements read tables and views whose texts are compared by a collation that only another program has: bytes are
  /// compared in its place. Not for a connection that writes, whose indices would be in another order than that program's.
  func standInForUnknownCollations() {
    sqlite3_collation_needed(handle, nil) { _, handle, _, name in
      guard let handle, let name else { return }
      sqlite3_create_collation_v2(
        handle, name, SQLITE_UTF8, nil,
        { _, oneCount, one, otherCount, other in
          guard let one, let other else { return oneCount - otherCount }
          let order = memcmp(one, other, Int(min(oneCount, otherCount)))
          return order == 0 ? oneCount - otherCount : order
        }, nil)
    }
  }

  /// The name of the collation by which the texts of a table's column are compared; nil where the database does not say.
  func collation(of column: String, in table: String, schema: String = "main") -> String? {
    var collation: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(handle, schema, table, column, nil, &collation, nil, nil, nil)
    return code == SQLITE_OK ? collation.map { String(cString: $0) } : nil
  }

  /// The number of rows of a table that refer to missing ones.
  func foreignKeyViolations(of table: String) throws -> Int {
    try rows("PRAGMA foreign_key_check(\(SQL.name(table)))").count
  }

  /// Does something with each row that refers to a missing one: its table, its id and the table that it refers to.
  func forEachForeignKeyViolation(_ body: (String, RecordID, String) throws -> Void) throws {
    try forEachRow("PRAGMA foreign_key_check") { row in
      try body(row[0], (row[1] as RecordID?) ?? 0, row[2])
    }
  }

  /// A row that refers to a missing one; nil where there is none.
  func foreignKeyViolation() throws -> (table: String, target: String, id: RecordID)? {
    try row("SELECT * FROM pragma_foreign_key_check() LIMIT 1").map {
      (try $0[0], try $0[2], (try $0[1] as RecordID?) ?? 0)
    }
  }

  /// Does something with each line of SQLite's report on damage: "ok", or one line for each violation
  /// (<https://www.sqlite.org/pragma.html#pragma_integrity_check>).
  /// - Parameters:
  ///   - limit: the most violations.
  ///   - indices: whether indices are compared with their tables, which takes twice as long as everything else.
  func checkIntegrity(limit: Int, indices: Bool = true, _ body: (String) throws -> Void) throws {
    try forEachRow("PRAGMA \(indices ? "integrity_check" : "quick_check")(\(limit))") { try body($0[0]) }
  }

  /// Overwrites what is deleted meanwhile (SQLite, "PRAGMA secure_delete").
  func overwritingDeleted<T>(_ body: () throws -> T) throws -> T {
    let usual = try first(Int.self, "PRAGMA secure_delete") ?? 0
    try execute("PRAGMA secure_delete = ON")
    defer { try? execute("PRAGMA secure_delete = \(usual == 2 ? "FAST" : String(usual))") }
    return try body()
  }

  /// Replaces tables by others of the same names, while what refers to them stays as it is
  /// (<https://www.sqlite.org/lang_altertable.html#otheralter>).
  func replacingTables(_ body: () throws -> Void) throws {
    try execute("PRAGMA legacy_alter_table = ON")
    defer { try? execute("PRAGMA legacy_alter_table = OFF") }
    try body()
  }

  // MARK: The file

  /// Proves that nobody else has the file open, and keeps others from opening it.
  func lockAlone() throws {
    try execute("PRAGMA locking_mode = EXCLUSIVE")
    try execute("BEGIN EXCLUSIVE; COMMIT")
  }

  /// Lets others read while this connection writes.
  func useWriteAheadLog() throws { try execute("PRAGMA journal_mode = WAL") }

  /// Prepares a database that is deleted if it does not become complete.
  func useJournalInMemory() throws {
    try execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000")
  }

  /// Puts the write-ahead log into the file, and empties it.
  func truncateLog() throws { try pausingCheckpoints { try execute("PRAGMA wal_checkpoint(TRUNCATE)") } }

  /// The same, unless a read that is under way keeps a part of the log.
  /// - Parameter timeout: seconds for which the connection waits for others afterwards.
  func truncateLogWithoutWaiting(_ timeout: Double = 0) throws {
    // Also after a full disk: without the timeout, each short lock of another process would fail a write.
    defer { sqlite3_busy_timeout(handle, CInt(clampingNearest: timeout * 1_000)) }
    try pausingCheckpoints { try execute("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  private func pausingCheckpoints(_ body: () throws -> Void) throws {
    guard let checkpointer else { return try body() }
    try checkpointer.pausing(body)
  }

  /// Gives the room of what was deleted back to the disk.
  func compact() throws { try execute("VACUUM") }

  /// Makes the file one that needs no others beside it.
  func useRollbackJournal() throws { try execute("PRAGMA journal_mode = DELETE") }

  /// Leaves out the waits until what is written is on the disk, for files that nobody has yet.
  func leaveOutSync() throws { try execute("PRAGMA synchronous = OFF") }

  /// Does something on a connection that does not overwrite what it deletes. Debian's SQLite does: a table that is dropped is
  /// written once more, page by page, and its former pages, too ("PRAGMA secure_delete").
  func withoutOverwriting<T>(_ body: () throws -> T) throws -> T {
    let isOverwriting = try RawStatement("PRAGMA secure_delete", in: self).integer() == 1
    try execute("PRAGMA secure_delete = FAST")
    defer { if isOverwriting { try? execute("PRAGMA secure_delete = ON") } }
    return try body()
  }

  /// Does something on a connection that knows a function of SQL, whose result depends on its arguments alone.
  /// - Parameter argumentCount: nil for any number of arguments.
  func withFunction<T>(
    _ name: String, argumentCount: Int?, _ function: @escaping @Sendable ([Value]) throws -> Value,
    _ body: () throws -> T
  ) rethrows -> T {
    let function = DatabaseFunction(name, argumentCount: argumentCount, pure: true) { arguments in
      try function(arguments.map(Value.init)).databaseValue
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
