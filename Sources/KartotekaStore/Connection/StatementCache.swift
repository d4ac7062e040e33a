import GRDBSQLite

/// A prepared statement; it is finalized with its last reference.
final class PreparedStatement {
  let handle: OpaquePointer
  let sql: String
  /// SQLite's code for the first value that could not be bound since the last run; the next step throws it.
  var bindingFailure: CInt = SQLITE_OK

  /// - Throws: ``SQLError``.
  init(_ sql: String, in connection: SQLConnection) throws {
    // The flag keeps long-lived statements out of the connection's small lookaside memory
    // (https://www.sqlite.org/c3ref/c_prepare_dont_log.html).
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.handle, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw connection.error(code, sql) }
    self.handle = handle
    self.sql = sql
  }

  /// A statement that was prepared already.
  init(_ handle: OpaquePointer, _ sql: String) { (self.handle, self.sql) = (handle, sql) }

  deinit { sqlite3_finalize(handle) }

  /// The memory that the statement takes, in bytes.
  var size: Int { Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_MEMUSED, 0)) }
}

/// The prepared statements of one connection that were used last (an LRU cache).
///
/// The SQL of a request depends on its sorting and filters, so the number of different statements has no bound; GRDB's own
/// cache never evicts. An evicted statement that is still running stays alive until it ends.
struct StatementCache {
  private struct Entry {
    let statement: PreparedStatement
    let size: Int
    var lastUse: Int
  }

  private let limit: (count: Int, bytes: Int)
  private var entries: [String: Entry] = [:]
  private var uses = 0
  /// The memory that all cached statements take, in bytes.
  private(set) var bytes = 0

  init(limit: (count: Int, bytes: Int) = (count: 200, bytes: 4_000_000)) { self.limit = limit }

  /// The number of cached statements.
  var count: Int { entries.count }

  /// The statement for that SQL, prepared if it is not cached.
  mutating func statement(_ sql: String, in connection: SQLConnection) throws -> PreparedStatement {
    uses += 1
    if let found = entries[sql]?.statement {
      entries[sql]?.lastUse = uses
      return found
    }
    let statement = try PreparedStatement(sql, in: connection)
    let size = statement.size
    entries[sql] = Entry(statement: statement, size: size, lastUse: uses)
    bytes += size
    // Finding the oldest of 200 costs far less than preparing the new one did.
    while entries.count > limit.count || bytes > limit.bytes, entries.count > 1,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      bytes -= oldest.value.size
      entries[oldest.key] = nil
    }
    return statement
  }
}
