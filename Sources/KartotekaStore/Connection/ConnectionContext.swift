import GRDB
import GRDBSQLite
import Synchronization

/// State that belongs to one connection: its prepared statements, its log and the control of its current read.
///
/// GRDB's `Database` has no place for it, so a table maps connections to their contexts. Sendable because one thread at a
/// time uses a connection.
final class ConnectionContext: @unchecked Sendable {
  var statements = StatementCache()
  /// Whether the connection may not be used for writing any more: it could not be brought back to the state in which it
  /// heeds foreign keys and CHECK clauses.
  var isBroken: Bool {
    get { broken.load(ordering: .relaxed) }
    set { broken.store(newValue, ordering: .relaxed) }
  }
  private let broken = Atomic(false)
  /// The log of the connection's statements; nil without one.
  var trace: StatementTrace?
  /// Stops and pauses the current read; nil between reads.
  private(set) var control: ReadControl?

  private static let contexts = Mutex<[ObjectIdentifier: ConnectionContext]>([:])

  /// Runs a read, which can be stopped meanwhile, and ends the transaction that it has begun.
  func reading<T>(_ database: Database, _ control: ReadControl, _ body: () throws -> T) rethrows -> T {
    self.control = control
    control.begin(on: database)
    defer {
      control.end(on: database)
      self.control = nil
      // Not as a statement of the read's: a stopped read runs none any more.
      if sqlite3_get_autocommit(database.sqliteConnection) == 0 {
        sqlite3_exec(database.sqliteConnection, "ROLLBACK", nil, nil, nil)
      }
    }
    return try body()
  }

  /// The context of a connection that ``Connection`` opened; nil for any other.
  static func of(_ database: Database) -> ConnectionContext? {
    contexts.withLock { $0[ObjectIdentifier(database)] }
  }

  /// The number of open connections.
  static var count: Int { contexts.withLock(\.count) }

  fileprivate static func add(_ database: Database) -> ConnectionContext {
    let context = ConnectionContext()
    contexts.withLock { $0[ObjectIdentifier(database)] = context }
    return context
  }

  fileprivate static func remove(_ id: ObjectIdentifier) {
    let context = contexts.withLock { $0.removeValue(forKey: id) }
    // A connection can't be closed before its statements are finalized.
    context?.statements = StatementCache()
  }
}

/// An open connection with its context. It is closed with its last reference.
final class Connection: Sendable {
  let queue: DatabaseQueue
  let context: ConnectionContext
  private let id: ObjectIdentifier

  /// - Throws: GRDB's `DatabaseError` when the database can't be opened.
  init(_ options: StoreOptions, _ open: () throws -> DatabaseQueue) throws {
    queue = try open()
    (id, context) = queue.unsafeRead { database in
      let context = ConnectionContext.add(database)
      StatementTrace.log(database, options)
      return (ObjectIdentifier(database), context)
    }
  }

  deinit {
    // On the connection's own queue: a write may still be under way.
    queue.unsafeReentrantRead { [id] _ in ConnectionContext.remove(id) }
  }
}

extension Database {
  /// Does something while foreign keys are not enforced, which SQLite heeds between transactions only. A connection that
  /// can't be brought back to enforcing them is not used any more.
  func withoutForeignKeys(_ body: () throws -> Void) throws {
    try execute(sql: "PRAGMA foreign_keys = OFF")
    defer {
      try? execute(sql: "PRAGMA foreign_keys = ON")
      if (try? RawStatement("PRAGMA foreign_keys", in: self).integer()) != 1 {
        ConnectionContext.of(self)?.isBroken = true
      }
    }
    try body()
  }
}
