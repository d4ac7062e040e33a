import Foundation
import GRDB
import GRDBSQLite

/// A connection that only ever asks whether others have committed (SQLite, "PRAGMA data_version").
///
/// SQLite's own functions and not GRDB's connection: that one reads the whole schema, which the question doesn't need,
/// and its queue takes longer than the answer. One thread at a time may use it.
final class DataVersionConnection {
  private var connection: OpaquePointer?
  private var statement: OpaquePointer?
  private static let sql = "PRAGMA data_version"

  /// Opens a file that is a database already.
  init(_ url: URL) throws {
    let path = url.path(percentEncoded: false)
    try check(sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil))
    sqlite3_extended_result_codes(connection, 1)
    let isKept = UInt32(SQLITE_PREPARE_PERSISTENT)
    try check(sqlite3_prepare_v3(connection, Self.sql, -1, isKept, &statement, nil))
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(connection)
  }

  /// A number that differs from the one before when any connection has committed in between. SQLite locks the file to
  /// find out, which takes some microseconds.
  func value() throws -> Int64 {
    // Between two questions it must not hold a snapshot of the database.
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else { throw error(code) }
    return sqlite3_column_int64(statement, 0)
  }

  private func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: CInt) -> DatabaseError {
    let message = sqlite3_errmsg(connection).map { String(cString: $0) }
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: Self.sql)
  }
}
