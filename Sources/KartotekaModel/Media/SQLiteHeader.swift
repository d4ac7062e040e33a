/// The first bytes of a SQLite file (<https://www.sqlite.org/fileformat.html>, section 1.3).
package enum SQLiteHeader {
  /// The bytes that each SQLite file begins with.
  package static let magic = Array("SQLite format 3\0".utf8)

  /// Whether bytes are the first ones of a SQLite file.
  package static func begins(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }
}
