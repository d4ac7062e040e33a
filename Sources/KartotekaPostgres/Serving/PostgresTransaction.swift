import Foundation
import KartotekaModel
import KartotekaStore

/// A transaction in the schema of an application.
///
/// A writing transaction locks the row of ``ServedSchema/state`` before it does anything else, and holds the lock until it has
/// committed. Commits therefore have the order of their numbers, and a snapshot with the number of a commit contains all commits
/// before it.
final class PostgresTransaction: PrimaryTransaction {
  var position: PrimaryPosition?
  var hasForeignRows = false
  private(set) var tooLongKey: String?

  let primary: PostgresPrimary
  /// Nil when the transaction has ended.
  var connection: PostgresConnection?
  let application: PrimaryApplication
  let schema: String
  let token = UUID().uuidString
  var written: PrimaryPosition?
  /// The rows that are being sent; nil without any.
  var stream: CopyStream?
  /// The number of the oldest commit whose keys are still in ``ServedSchema/commits``.
  var oldest: Int64 = 0
  /// The notes of the schema about the application; nil before they are read, or if there is no schema.
  var noted: NotedApplication?
  /// The most keys in one statement. All of its rows are in memory at once, with their pictures.
  func part(of table: CopiedTable) -> Int { table.hasContent ? 20 : 2_000 }

  /// Begins the transaction; a writing one waits for the lock.
  /// - Throws: ``PostgresError``.
  init(_ primary: PostgresPrimary, _ connection: PostgresConnection, isReading: Bool) throws {
    self.primary = primary
    self.connection = connection
    application = primary.application
    schema = PostgresName.fitting(primary.application.name)
    let row = try primary.isServed ? beginServed(connection, isReading) : begin(connection, isReading)
    guard let row, let epoch = row[0], let number = row[1].flatMap(Int64.init), let first = row[2].flatMap(Int64.init)
    else { return }
    position = PrimaryPosition(epoch: epoch, number: number, token: row[3] ?? "none")
    oldest = first
    hasForeignRows = row[4] == "t"
    if let now = row[5].flatMap(Double.init) { primary.noteTime(now) }
    primary.noteServed(true)
  }

  deinit { rollback() }

  func place(_ name: String) -> String { PostgresTable.place(name, in: schema) }

  private func beginning(_ isReading: Bool) -> String {
    // No function or operator of another schema takes the place of PostgreSQL's own. The settings end with the transaction, so
    // that connection poolers keep none of them.
    """
    BEGIN ISOLATION LEVEL \(isReading ? "REPEATABLE READ READ ONLY" : "READ COMMITTED"); \
    \(isReading ? "" : "SET CONSTRAINTS ALL DEFERRED; ")\
    SET LOCAL search_path = pg_catalog; SET LOCAL standard_conforming_strings = on; SET LOCAL client_min_messages = error; \
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; \
    SET LOCAL lock_timeout = \(primary.lockTimeout); \
    SET LOCAL \(ServedSchema.serverSetting) = 'on'
    """
  }

  /// SQL that takes the lock and reads the last commit. Two statements: in READ COMMITTED the second one sees all commits from
  /// before the lock was granted.
  private func looking(_ isReading: Bool) -> String {
    (isReading ? "" : "SELECT 1 FROM \(place(ServedSchema.state)) FOR UPDATE; ")
      + """
      SELECT s.epoch, s.number, coalesce((SELECT min(number) FROM \(place(ServedSchema.commits))), s.number), c.token, \
      EXISTS (SELECT 1 FROM \(place(ServedSchema.foreignRows))), extract(epoch FROM clock_timestamp()) \
      FROM \(place(ServedSchema.state)) s \
      LEFT JOIN \(place(ServedSchema.commits)) c ON c.number = s.number
      """
  }

  /// Begins the transaction in one message, since the tables of ``ServedSchema`` are known to exist.
  private func beginServed(_ connection: PostgresConnection, _ isReading: Bool) throws -> [String?]? {
    do {
      return try connection.run(beginning(isReading) + "; " + looking(isReading)).first
    } catch PostgresError.schemaChanged(_, .refused) {
      // Another program has dropped the tables.
      primary.noteServed(false)
      try connection.run("ROLLBACK")
      return try begin(connection, isReading)
    }
  }

  private func begin(_ connection: PostgresConnection, _ isReading: Bool) throws -> [String?]? {
    try connection.run(beginning(isReading))
    func isThere() throws -> Bool {
      // Not to_regclass: after the lock it could still answer from the session's cache that there is no such table.
      try connection.run(
        """
        SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
        WHERE n.nspname = $1 AND c.relname IN ($2, $3, $4)
        """, schema, ServedSchema.state, ServedSchema.commits, ServedSchema.foreignRows
      ) == [["3"]]
    }
    // A row that does not exist can't be locked. Two servers that create the same application take this lock instead.
    if !isReading, try !isThere() {
      try connection.run("SELECT pg_advisory_xact_lock(hashtext('kartoteka copy'), hashtext($1))", application.name)
    }
    return try isThere() ? connection.run(looking(isReading)).first : nil
  }

  func naming<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
    guard let connection else { throw StoreError.busy }
    do { return try body(connection) } catch let error as PostgresError {
      if case .keyTooLong(_, let key, _) = error { tooLongKey = key }
      throw PostgresPool.unavailable(error, connection, schema)
    }
  }

  /// Whether the primary contains a commit of the transaction with the token.
  /// - Throws: `StoreError.primary`.
  func has(_ position: PrimaryPosition) throws -> Bool {
    try naming { connection in
      guard self.position?.epoch == position.epoch else { return false }
      return try !connection.run(
        "SELECT 1 FROM \(place(ServedSchema.commits)) WHERE number = $1 AND token = $2", String(position.number),
        position.token
      ).isEmpty
    }
  }

  // MARK: The end

  func commit() -> PrimaryOutcome {
    guard let connection else { return .notCommitted(StoreError.busy) }
    self.connection = nil
    do {
      // Not within the transaction: PostgreSQL commits one notifying transaction of all databases at a time. The listeners ask once a
      // second, whatever becomes of the notification.
      try connection.commit(notifying: ServedSchema.notification(of: schema))
      primary.keep(connection)
      return .committed
    } catch {
      let error = error as? PostgresError ?? .lost(server: connection.server, reason: "\(error)")
      return outcome(of: error, PostgresPool.unavailable(error, connection, schema))
    }
  }

  /// The outcome of a transaction whose COMMIT was answered with an error, or not at all.
  private func outcome(of error: PostgresError, _ failure: any Error) -> PrimaryOutcome {
    if let written, let isCommitted = try? primary.hasCommit(written) {
      return isCommitted ? .committed : .notCommitted(failure)
    }
    if error.isRefusalOfCommit { return .notCommitted(failure) }
    return .unknown(failure as? PrimaryLost ?? PrimaryLost(failure as? StoreError ?? .busy))
  }

  func rollback() {
    guard let connection else { return }
    self.connection = nil
    stream?.stop()
    stream = nil
    // This fails while rows are being sent: the connection is closed then, which rolls the transaction back.
    if (try? connection.run("ROLLBACK")) != nil { primary.keep(connection) }
  }
}

extension CopiedTable {
  /// Whether its rows have pictures or files.
  var hasContent: Bool { columns.contains { $0.form == .content } }
}
