import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Tells whether any connection has committed to a file, whichever program it belongs to: `PRAGMA data_version` of a
/// connection changes when another one has committed (<https://www.sqlite.org/pragma.html#pragma_data_version>).
///
/// It is the cheap question before the change log is read. A store in memory has no probe: no other program can write to it.
final class CommitProbe: Sendable {
  /// A state of the file. Two are equal only if no process has committed in between.
  struct Mark: Equatable, Sendable {
    fileprivate let connection: Int
    fileprivate let version: Int64
  }

  private struct State {
    var connection: ProbeConnection?
    var number = 0
    var seen: Mark?
  }

  private let state: Mutex<State>

  /// - Parameter file: nil for a store in memory.
  /// - Throws: GRDB's `DatabaseError` where the file can't be opened.
  init(_ file: FileAccess?) throws { state = Mutex(State(connection: try file.map(ProbeConnection.init))) }

  /// The state of the file, unless it was marked as seen.
  /// - Throws: GRDB's `DatabaseError`.
  func unseen() throws -> Mark? {
    try state.withLock { state in
      guard let version = try state.connection?.dataVersion() else { return nil }
      let mark = Mark(connection: state.number, version: version)
      return mark == state.seen ? nil : mark
    }
  }

  /// Notes that all is known that was committed up to a state.
  func markSeen(_ mark: Mark) { state.withLock { $0.seen = mark } }

  /// The number of the schema's changes; nil where nothing is probed.
  /// - Throws: GRDB's `DatabaseError`.
  func schemaVersion() throws -> Int64? { try state.withLock { try $0.connection?.schemaVersion() } }

  /// Closes the connection, until ``open(_:)``.
  func close() { state.withLock { $0.connection = nil } }

  /// Probes another file.
  /// - Throws: GRDB's `DatabaseError` where the file can't be opened.
  func open(_ file: FileAccess?) throws {
    try state.withLock { state in
      state.connection = try file.map(ProbeConnection.init)
      state.number += 1
    }
  }
}

/// The connection of a ``CommitProbe``, which never writes.
///
/// SQLite's own functions and not GRDB's connection: that one reads the whole schema, which the question doesn't need,
/// and its queue takes longer than the answer. One thread at a time may use it.
private final class ProbeConnection {
  private var connection: OpaquePointer?
  private var data: OpaquePointer?
  private var schema: OpaquePointer?

  init(_ file: FileAccess) throws {
    try check(sqlite3_open_v2(file.location, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil))
    sqlite3_extended_result_codes(connection, 1)
    let isKept = UInt32(SQLITE_PREPARE_PERSISTENT)
    try check(sqlite3_prepare_v3(connection, "PRAGMA data_version", -1, isKept, &data, nil))
    try check(sqlite3_prepare_v3(connection, "PRAGMA schema_version", -1, isKept, &schema, nil))
    // The first read opens the index of the write-ahead log, which fails once the file is deleted.
    _ = try dataVersion()
  }

  deinit {
    sqlite3_finalize(data)
    sqlite3_finalize(schema)
    sqlite3_close(connection)
  }

  /// SQLite locks the file to find out, which takes some microseconds.
  func dataVersion() throws -> Int64 { try value(of: data) }

  func schemaVersion() throws -> Int64 { try value(of: schema) }

  private func value(of statement: OpaquePointer?) throws -> Int64 {
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
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
  }
}
