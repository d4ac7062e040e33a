import Foundation
import GRDB
import GRDBSQLite
import KartotekaModel
import Synchronization

/// A connection to the database as the rest of the store uses it: statements, bound values, rows, transactions, and what
/// belongs to one connection: its prepared statements, its log and the control of its current read.
///
/// It is lent to the bodies of ``ConnectionQueue`` and ``ReadPool``, and used by one thread at a time.
final class SQLConnection {
  /// The beginning of a transaction.
  enum TransactionKind {
    /// It takes locks when it needs them.
    case deferred
    /// It takes the lock for writing at once.
    case immediate
    /// Other connections can't read meanwhile, either.
    case exclusive
  }

  /// The end of a transaction.
  enum TransactionEnd {
    case commit
    case rollback
  }

  /// SQLite's own connection, for this folder.
  let handle: OpaquePointer
  /// Whether the connection only reads.
  let isReadOnly: Bool
  /// The statements that were used last; nil for a connection that keeps none.
  var statements: StatementCache?
  /// The log of the connection's statements; nil without one.
  var trace: StatementTrace?
  /// Stops and pauses the current read; nil between reads.
  private(set) var control: ReadControl?

  /// Commits the transactions at the primary database, too; nil if the file is no local copy.
  var replica: Replica?
  /// The time by which all servers judge what is late: that of the primary database's clock, if the file is a local copy.
  var now: Date { replica?.primary.now ?? Date() }
  /// Sends the rows of bulk inserts to the primary database; nil outside of a transaction that does so.
  var streamed: StreamedRows?
  /// The number of the schema that was last found to have the model's tables, for reads; nil before.
  var readableSchema: Int64?
  /// Looks at the tables at the beginning of each transaction; nil for a connection without a model of its own.
  var schemaGuard: SchemaGuard?
  /// Ends statements that take too long; nil for a connection whose statements are the program's own.
  var deadline: StatementDeadline? {
    didSet {
      sqlite3_progress_handler(handle, 0, nil, nil)
      deadline?.watch(handle)
    }
  }
  /// Copies the write-ahead log into the file; nil where SQLite does so at commits.
  var checkpointer: Checkpointer? {
    didSet {
      oldValue?.end(handle)
      checkpointer?.follow(handle)
    }
  }
  /// Looks at the files at the beginning and the end of each transaction; nil for a connection that nobody is answered by.
  var fileGuard: FileGuard?
  /// The name of an attached file that an SQLite before 3.7 has written last: the beginning of a write corrects its header. Nil as
  /// usual, and once something was written to it.
  var outdatedSchema: String?
  /// Whether the task that asked for the current write was cancelled; nil for a write that no task can cancel.
  var cancellation: WriteCancellation?

  private let database: Database
  private var knownEncoding: Bool?
  private let broken = Atomic(false)

  /// - Parameters:
  ///   - database: the open connection.
  ///   - keepsStatements: whether statements stay prepared between their uses.
  /// - Throws: ``SQLError`` for a connection that is closed.
  init(_ database: Database, keepsStatements: Bool) throws {
    guard let handle = database.sqliteConnection else { throw SQLError(code: SQLITE_MISUSE) }
    self.handle = handle
    self.database = database
    isReadOnly = database.configuration.readonly
    statements = keepsStatements ? StatementCache() : nil
  }

  /// Whether the connection may not be used for writing any more: it could not be brought back to the state in which it
  /// heeds foreign keys and CHECK clauses. Any thread may ask.
  var isBroken: Bool {
    get { broken.load(ordering: .relaxed) }
    set { broken.store(newValue, ordering: .relaxed) }
  }

  /// Whether the connection's databases keep texts in UTF-16. It does not change after the first table is made or attached.
  var isUTF16: Bool {
    get throws {
      if let knownEncoding { return knownEncoding }
      let isUTF16 = try first(String.self, "PRAGMA encoding")?.hasPrefix("UTF-16") == true
      knownEncoding = isUTF16
      return isUTF16
    }
  }

  // MARK: Statements

  /// Runs statements, which are separated by semicolons. Only a single one may have arguments.
  /// - Throws: ``SQLError``, and why the read was stopped.
  func execute(_ sql: String, _ arguments: [any SQLArgument] = []) throws {
    try sql.withCString { start in
      var rest: UnsafePointer<CChar>? = start
      while let current = rest, current.pointee != 0 {
        var (prepared, tail): (OpaquePointer?, UnsafePointer<CChar>?)
        let code = sqlite3_prepare_v3(handle, current, -1, 0, &prepared, &tail)
        guard code == SQLITE_OK else { throw error(code, sql) }
        rest = tail
        // Nothing was prepared of a comment or of blanks.
        guard let prepared else { continue }
        try RawStatement(PreparedStatement(prepared, sql), in: self).run(arguments)
      }
    }
  }

  /// The first column of a query's rows.
  /// - Throws: ``SQLError``, and why the read was stopped.
  func integers(_ sql: String, _ values: [Value]) throws -> [Int64] {
    let rows = try RawStatement(sql, in: self)
    rows.bind(values)
    defer { rows.reset() }
    var found: [Int64] = []
    while try rows.step() { found.append(rows.integer(column: 0)) }
    return found
  }

  /// The rows of a query.
  /// - Throws: ``SQLError``, and why the read was stopped.
  func rows(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> [SQLRow] {
    var rows: [SQLRow] = []
    try forEachRow(sql, arguments) { rows.append($0) }
    return rows
  }

  /// The first row of a query; nil where there is none.
  /// - Throws: ``SQLError``, and why the read was stopped.
  func row(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> SQLRow? {
    let statement = try query(sql, arguments)
    return try statement.step() ? SQLRow(statement, statement.columnNames) : nil
  }

  /// The first row's first value; nil without a row or for NULL.
  /// - Throws: ``SQLError``, also for a value of another type; and why the read was stopped.
  func first<T: SQLDecodable>(_ type: T.Type, _ sql: String, _ arguments: [any SQLArgument] = []) throws -> T? {
    guard let row = try row(sql, arguments) else { return nil }
    return try row[0]
  }

  /// The first value of each row.
  /// - Throws: ``SQLError``, also for NULL or a value of another type; and why the read was stopped.
  func all<T: SQLDecodable>(_ type: T.Type, _ sql: String, _ arguments: [any SQLArgument] = []) throws -> [T] {
    try rows(sql, arguments).map { try $0[0] }
  }

  /// Does something with each row of a query.
  /// - Throws: ``SQLError``, why the read was stopped, and what the body throws.
  func forEachRow(
    _ sql: String, _ arguments: [any SQLArgument] = [], _ body: (SQLRow) throws -> Void
  ) throws {
    let statement = try query(sql, arguments)
    let names = statement.columnNames
    while try statement.step() { try body(SQLRow(statement, names)) }
  }

  // Of a statement that is used once: it ends with its last reference.
  private func query(_ sql: String, _ arguments: [any SQLArgument]) throws -> RawStatement {
    let statement = try RawStatement(PreparedStatement(sql, in: self), in: self)
    statement.bind(arguments.lazy.map(\.sqlValue))
    return statement
  }

  /// The error that SQLite's last call has made.
  func error(_ code: CInt, _ sql: String? = nil) -> SQLError {
    SQLError(code: code, message: sqlite3_errmsg(handle).map { String(cString: $0) }, sql: sql)
  }

  /// The id of the row that was inserted last.
  var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }
  /// The number of rows that the last statement has inserted, changed or deleted.
  var changesCount: Int { Int(sqlite3_changes(handle)) }
  /// The number of rows that all statements of the connection have inserted, changed or deleted.
  var totalChangesCount: Int { Int(sqlite3_total_changes(handle)) }

  // MARK: Transactions

  /// Whether a transaction is under way.
  var isInsideTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs a transaction, which is rolled back if the body throws. In a local copy it is also committed at the primary database.
  /// - Parameters:
  ///   - kind: nil for `.immediate`, and for `.deferred` where the connection only reads.
  ///   - isRepeatable: whether the body can be run again, after all that it has done was rolled back.
  /// - Throws: ``SQLError``, ``StoreError/primary(_:remedy:_:)``, ``StoreError/outcomeUnknown(_:remedy:)``, and what the body
  ///   throws.
  func inTransaction(
    _ kind: TransactionKind? = nil, isRepeatable: Bool = false, _ body: () throws -> TransactionEnd
  ) throws {
    if let replica {
      try replica.transaction(kind, on: self, isRepeatable: isRepeatable, body)
    } else {
      try localTransaction(kind, body)
    }
  }

  /// Runs a transaction that is not committed at the primary database: it changes only derived data, such as sort keys.
  /// - Throws: ``SQLError``, and what the body throws.
  func localTransaction(_ kind: TransactionKind? = nil, _ body: () throws -> TransactionEnd) throws {
    // Not one byte of the other file is written for what changes the own one alone.
    let isOwn = outdatedSchema != nil && (kind == nil || kind == .immediate)
    let kind: Database.TransactionKind? =
      switch kind {
      case _ where isOwn: .deferred
      case .deferred: .deferred
      case .immediate: .immediate
      case .exclusive: .exclusive
      case nil: nil
      }
    defer { if let outdatedSchema, !hasOutdatedHeader(outdatedSchema) { self.outdatedSchema = nil } }
    try SQLError.naming {
      try database.inTransaction(kind) {
        if isOwn { try lockMain() }
        try fileGuard?.check()
        try schemaGuard?.check(self)
        guard try body() == .commit else { return .rollback }
        try fileGuard?.check()
        return .commit
      }
    }
    // A commit to a file that has lost its name in between is not acknowledged.
    try fileGuard?.check()
  }

  /// Does something after the current transaction, whether it is committed or rolled back.
  func afterTransaction(_ body: @escaping @Sendable (SQLConnection) -> Void) {
    // The closures end with the transaction, and it with the connection.
    nonisolated(unsafe) unowned let connection = self
    database.afterNextTransaction(onCommit: { _ in body(connection) }, onRollback: { _ in body(connection) })
  }

  // MARK: Functions of SQL

  func add(_ function: DatabaseFunction) { database.add(function: function) }
  func remove(_ function: DatabaseFunction) { database.remove(function: function) }

  // MARK: Reading

  /// Runs a read, which can be stopped meanwhile, and ends the transaction that it has begun.
  func reading<T>(_ control: ReadControl, _ body: () throws -> T) rethrows -> T {
    self.control = control
    control.begin(on: self)
    defer {
      control.end(on: self)
      self.control = nil
      // Not as a statement of the read's: a stopped read runs none any more.
      if isInsideTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }
    return try body()
  }
}
