import Foundation
import KartotekaStore

/// Names in PostgreSQL.
enum PostgresName {
  /// PostgreSQL cuts longer names without an error.
  private static let longest = 63
  /// The columns that each table has (<https://www.postgresql.org/docs/15/ddl-system-columns.html>).
  private static let systemColumns: Set<String> = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]

  /// A name as it is, or its beginning and eight digits of its SHA-256 if it is too long.
  static func fitting(_ name: String) -> String {
    guard name.utf8.count > longest else { return name }
    var start = name
    while start.utf8.count > longest - 9 { start.removeLast() }
    return start + "_" + mark(name)
  }

  /// The name of a column.
  static func column(_ name: String) -> String {
    systemColumns.contains(name) ? name + "_" + mark(name) : fitting(name)
  }

  private static func mark(_ name: String) -> String {
    SHA256.digest(of: Data(name.utf8)).prefix(4).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// A quoted name.
  static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  /// A quoted text. A backslash means itself as long as the session has `standard_conforming_strings`.
  static func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}
