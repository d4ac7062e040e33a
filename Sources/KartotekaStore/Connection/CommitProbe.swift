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
    /// The same of the opened file; 0 without one.
    fileprivate var opened: Int64 = 0
  }

  private struct State {
    var connection: ProbeConnection?
    /// The connection to the opened file.
    var opened: ProbeConnection?
    var number = 0
    var seen: Mark?
  }

  private let state: Mutex<State>

  /// - Parameter file: nil for a store in memory.
  /// - Throws: ``SQLError`` where the file can't be opened.
  init(_ file: FileAccess?, _ opened: OpenedFile? = nil) throws {
    state = Mutex(
      State(
        connection: try file.map { try ProbeConnection($0.location) },
        opened: try opened.map { try ProbeConnection($0.location(isWriting: false)) }))
    // All that is read comes after this.
    if opened != nil { state.withLock { $0.seen = try? mark($0) } }
  }

  /// The time for which another program may keep a file from being read, as while it writes to one with a rollback journal.
  private static let patience = Duration.seconds(2)
  private static let pause = Duration.milliseconds(10)

  /// The state of the file, unless it was marked as seen. While another program has locked the file, the task waits and no
  /// thread does.
  /// - Throws: ``SQLError``, `CancellationError`.
  func unseenWhenUnlocked() async throws -> Mark? {
    let end = ContinuousClock.now + Self.patience
    while true {
      do { return try unseen() } catch let error as SQLError where error.kind == .busy && ContinuousClock.now < end {
        try await Task.sleep(for: Self.pause)
      }
    }
  }

  /// The state of the file, unless it was marked as seen.
  /// - Throws: ``SQLError``, of the kind `.busy` at once while another program has locked the file.
  func unseen() throws -> Mark? {
    try state.withLock { state in
      let mark = try mark(state)
      return mark == state.seen ? nil : mark
    }
  }

  private func mark(_ state: State) throws -> Mark? {
    guard let version = try state.connection?.dataVersion() else { return nil }
    return Mark(connection: state.number, version: version, opened: try state.opened?.dataVersion() ?? 0)
  }

  /// Whether the opened file has another state in a mark than in the one that was seen last.
  func isForeign(_ mark: Mark) -> Bool { state.withLock { ($0.seen?.opened ?? mark.opened) != mark.opened } }

  /// The number of the opened file's schema changes; nil without one.
  func openedSchemaVersion() throws -> Int64? { try state.withLock { try $0.opened?.schemaVersion() } }

  /// Notes that all is known that was committed up to a state.
  func markSeen(_ mark: Mark) { state.withLock { $0.seen = mark } }

  /// The number of the schema's changes; nil where nothing is probed.
  /// - Throws: ``SQLError``.
  func schemaVersion() throws -> Int64? { try state.withLock { try $0.connection?.schemaVersion() } }

  /// Closes the connection, until ``open(_:)``.
  func close() { state.withLock { ($0.connection, $0.opened) = (nil, nil) } }

  /// Probes another file.
  /// - Throws: ``SQLError`` where the file can't be opened.
  func open(_ file: FileAccess?, _ opened: OpenedFile? = nil) throws {
    try state.withLock { state in
      state.connection = try file.map { try ProbeConnection($0.location) }
      state.opened = try opened.map { try ProbeConnection($0.location(isWriting: false)) }
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

  init(_ location: String) throws {
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
    try check(sqlite3_open_v2(location, &connection, flags, nil))
    sqlite3_extended_result_codes(connection, 1)
    // Another program's file may be locked while it is written. Later the askers wait without a thread.
    sqlite3_busy_timeout(connection, 2_000)
    defer { sqlite3_busy_timeout(connection, 0) }
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

  private func error(_ code: CInt) -> SQLError {
    let message = sqlite3_errmsg(connection).map { String(cString: $0) }
    return SQLError(code: code, message: message)
  }
}
