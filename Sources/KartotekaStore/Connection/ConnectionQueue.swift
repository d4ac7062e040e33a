import Foundation
import GRDB

/// An open connection whose users come one after another. It is closed with its last reference.
final class ConnectionQueue: Sendable {
  /// The settings with which a connection is opened.
  struct Settings: Sendable {
    var isReadOnly = false
    /// Seconds for which it waits for the locks of others.
    var busyTimeout: TimeInterval = 0
    var enforcesForeignKeys = true
    /// Whether statements stay prepared between their uses.
    var keepsStatements = false
    /// The log of its statements.
    var log = StoreOptions()
    /// Ends its statements before their end; nil for a connection whose statements are awaited. It lives as long as the connection.
    var check: StatementCheck?
    /// The preparation of a new connection.
    var prepare: @Sendable (SQLConnection) throws -> Void = { _ in }
  }

  /// The library's queue, for this folder.
  let queue: DatabaseQueue
  // Used within the queue only, but for `isBroken`, which any thread may ask.
  private nonisolated(unsafe) let connection: SQLConnection

  /// Opens a file, or a database in memory for nil.
  /// - Throws: ``SQLError``.
  init(_ location: String? = nil, _ settings: Settings = Settings()) throws {
    var configuration = Configuration()
    configuration.readonly = settings.isReadOnly
    configuration.foreignKeysEnabled = settings.enforcesForeignKeys
    if settings.busyTimeout > 0 { configuration.busyMode = .timeout(settings.busyTimeout) }
    configuration.prepareDatabase { database in
      let connection = try SQLConnection(database, keepsStatements: false)
      // The schema is read before the connection is there.
      settings.check?.watch(connection.handle)
      try settings.prepare(connection)
    }
    (queue, connection) = try SQLError.naming {
      let queue =
        try location.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      let connection = try queue.unsafeRead { database in
        let connection = try SQLConnection(database, keepsStatements: settings.keepsStatements)
        StatementTrace.log(connection, settings.log)
        return connection
      }
      return (queue, connection)
    }
  }

  deinit {
    // On the connection's own queue: a write may still be under way. A connection can't be closed before its statements
    // are finalized.
    queue.unsafeReentrantRead { [connection] _ in
      connection.statements = nil
      // A closed connection has none of these, and takes no calls.
      if connection.deadline != nil { connection.deadline = nil }
      if connection.checkpointer != nil { connection.checkpointer = nil }
    }
  }

  /// Whether the connection may not be used for writing any more.
  var isBroken: Bool {
    get { connection.isBroken }
    set { connection.isBroken = newValue }
  }

  /// Closes the connection; it can't be used any more.
  /// - Throws: ``SQLError`` while a statement is running.
  func close() throws {
    queue.unsafeReentrantRead { _ in
      connection.statements = nil
      if connection.deadline != nil { connection.deadline = nil }
      if connection.checkpointer != nil { connection.checkpointer = nil }
    }
    try SQLError.naming { try queue.close() }
  }

  /// From now on, the connection's transactions are also committed at a primary database.
  func attach(_ replica: Replica) { queue.unsafeReentrantRead { _ in connection.replica = replica } }

  /// From now on, each transaction begins by a look at the tables.
  func watch(by schemaGuard: SchemaGuard) {
    queue.unsafeReentrantRead { _ in connection.schemaGuard = schemaGuard }
  }

  /// From now on, each transaction looks whether the files still have their names.
  func watch(by fileGuard: FileGuard) { queue.unsafeReentrantRead { _ in connection.fileGuard = fileGuard } }

  /// From now on, no statement takes longer.
  func limit(by deadline: StatementDeadline) { queue.unsafeReentrantRead { _ in connection.deadline = deadline } }

  /// From now on, another connection copies the write-ahead log into the file. It is closed before this one.
  func copyLog(by checkpointer: Checkpointer) {
    queue.unsafeReentrantRead { _ in connection.checkpointer = checkpointer }
  }

  // MARK: Use

  /// Reads in one snapshot.
  func read<T>(_ body: (SQLConnection) throws -> T) throws -> T {
    try SQLError.naming { try queue.read { _ in try body(connection) } }
  }

  /// Lends the connection as it is, without a transaction.
  func unsafeRead<T>(_ body: (SQLConnection) throws -> T) rethrows -> T {
    try queue.unsafeRead { _ in try body(connection) }
  }

  /// Writes in a transaction, which is rolled back where the body throws. It is not committed at a primary database.
  func writeHere<T>(_ body: (SQLConnection) throws -> T) throws -> T {
    try SQLError.naming { try queue.write { _ in try lend(nil, body) } }
  }

  /// Writes in a transaction, which is also committed at the primary database, while the task waits.
  func writeEverywhere<T: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> T) async throws -> T {
    try await writeWithoutTransaction { connection in
      var results: [T] = []
      try connection.inTransaction(.immediate) {
        results.append(try body(connection))
        return .commit
      }
      return results[0]
    }
  }

  /// Writes with transactions of the body's own.
  func writeWithoutTransaction<T>(_ body: (SQLConnection) throws -> T) throws -> T {
    try SQLError.naming { try queue.writeWithoutTransaction { _ in try lend(nil, body) } }
  }

  /// Writes with transactions of the body's own while the task waits. Cancelling the task ends the wait for the connection. A
  /// write that has begun is not interrupted: a commit is known then to have succeeded or not.
  func writeWithoutTransaction<T: Sendable>(
    _ body: @escaping @Sendable (SQLConnection) throws -> T
  ) async throws -> T {
    let write = WaitingWrite<T>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard write.wait(continuation) else { return }
        // The library's own waiting form interrupts the statement that runs when its task is cancelled.
        queue.asyncWriteWithoutTransaction { [self] _ in
          guard let waiting = write.begin() else { return }
          waiting.resume(with: Result { try SQLError.naming { try lend(write.cancellation, body) } })
        }
      }
    } onCancel: {
      write.cancel()
    }
  }

  /// Writes with transactions of the body's own, while the caller goes on.
  func asyncWriteWithoutTransaction(_ body: @escaping @Sendable (SQLConnection) -> Void) {
    queue.asyncWriteWithoutTransaction { [self] _ in lend(nil) { body($0) } }
  }

  // No statement stands on a row after a write, however it ends: it would keep a part of the log from going into the file.
  private func lend<T>(_ cancellation: WriteCancellation?, _ body: (SQLConnection) throws -> T) rethrows -> T {
    connection.cancellation = cancellation
    defer {
      connection.cancellation = nil
      connection.resetStatements()
    }
    return try body(connection)
  }

  /// Does something in a transaction.
  func inTransaction(
    _ kind: SQLConnection.TransactionKind? = nil, _ body: (SQLConnection) throws -> SQLConnection.TransactionEnd
  ) throws {
    try writeWithoutTransaction { connection in try connection.inTransaction(kind) { try body(connection) } }
  }

  /// Copies the database page by page into another one, as of one moment (SQLite, "Online Backup API").
  /// - Parameters:
  ///   - pages: how many pages are copied at once; all for nil.
  ///   - progress: receives the finished share; an error that it throws ends the copy.
  func backup(
    to other: ConnectionQueue, pages: Int? = nil, progress: ((Double) throws -> Void)? = nil
  ) throws {
    try holdingSnapshot { copy in try copy(other, pages, progress) }
  }

  /// Copies the snapshot that is held; see ``backup(to:pages:progress:)``.
  typealias SnapshotCopy = (_ other: ConnectionQueue, _ pages: Int?, _ progress: ((Double) throws -> Void)?) throws ->
    Void

  /// Takes a snapshot, which is held while the body runs. Without one, each step of a copy would take its own, and begin anew
  /// after each commit of another connection.
  func holdingSnapshot<T>(_ body: (SnapshotCopy) throws -> T) throws -> T {
    try SQLError.naming {
      try queue.read { source in
        _ = try Int.fetchOne(source, sql: "SELECT count(*) FROM sqlite_schema")
        return try body { other, pages, progress in
          try other.queue.writeWithoutTransaction { target in
            try source.backup(to: target, pagesPerStep: CInt(pages ?? -1)) { step in
              try progress?(Double(step.completedPageCount) / Double(max(step.totalPageCount, 1)))
            }
          }
        }
      }
    }
  }
}
