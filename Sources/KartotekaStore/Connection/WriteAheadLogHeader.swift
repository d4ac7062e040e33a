import Foundation
import GRDBSQLite

/// The header of a write-ahead log's index, in the memory that all who have the database open share: every commit
/// changes it (<https://www.sqlite.org/walformat.html>, section 2.1). Readers of SQLite tell by it, too, whether what they
/// have in memory is still true.
struct WriteAheadLogHeader {
  /// The first of its two copies. The second is written before it.
  private static let size = 48
  /// As much of the index as SQLite shares at a time.
  private static let regionSize: CInt = 32_768

  private let shared: UnsafeRawPointer
  private var seen: [UInt8] = []

  /// - Parameter connection: has read with the log already, and must outlive this.
  /// - Returns: nil where the database has no such log.
  init?(of connection: OpaquePointer?) {
    // Of a database without a log, to ask for its index would make one.
    guard Self.isLogged(connection) else { return nil }
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap
    else { return nil }
    var region: UnsafeMutableRawPointer?
    guard map(file, 0, Self.regionSize, 0, &region) == SQLITE_OK, let region else { return nil }
    shared = UnsafeRawPointer(region)
  }

  /// Whether it is another than when this was last asked. What is being written at that moment is another, too.
  mutating func changed() -> Bool {
    if seen.count == Self.size, memcmp(shared, seen, Self.size) == 0 { return false }
    seen = Array(UnsafeRawBufferPointer(start: shared, count: Self.size))
    return true
  }

  private static func isLogged(_ connection: OpaquePointer?) -> Bool {
    var mode: OpaquePointer?
    defer { sqlite3_finalize(mode) }
    guard sqlite3_prepare_v2(connection, "PRAGMA journal_mode", -1, &mode, nil) == SQLITE_OK,
      sqlite3_step(mode) == SQLITE_ROW, let text = sqlite3_column_text(mode, 0)
    else { return false }
    return String(cString: text) == "wal"
  }
}
