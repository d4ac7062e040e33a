import GRDBSQLite

/// The order of keys by their bytes in UTF-8, for statements of our own connections. SQLite's own BINARY compares the bytes of
/// the file's encoding, and in UTF-16 those are in no order that people know.
enum KeyCollation {
  static let name = "kartoteka_key"

  /// Makes it known to a connection.
  static func add(to connection: SQLConnection) throws {
    let code = sqlite3_create_collation_v2(
      connection.handle, name, SQLITE_UTF8, nil,
      { _, count, one, otherCount, other in
        let one = UnsafeRawBufferPointer(start: one, count: Int(count))
        let other = UnsafeRawBufferPointer(start: other, count: Int(otherCount))
        for (byte, otherByte) in zip(one, other) where byte != otherByte { return byte < otherByte ? -1 : 1 }
        return (one.count > other.count ? 1 : 0) - (one.count < other.count ? 1 : 0)
      }, nil)
    guard code == SQLITE_OK else { throw SQLError(code: code) }
  }
}
