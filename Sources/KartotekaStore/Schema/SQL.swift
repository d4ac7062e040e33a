import KartotekaModel

/// Pieces of SQL text. Identifiers come from descriptions only; values are bound, except where SQLite takes no
/// arguments (CHECK and DEFAULT clauses), whose values come from descriptions too.
enum SQL {
  /// A quoted identifier.
  static func name(_ identifier: String) -> String { "\"" + identifier.replacing("\"", with: "\"\"") + "\"" }

  /// A quoted text literal.
  static func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

  /// A value as a literal.
  static func literal(_ value: Value) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): literal(text)
    case .blob(let blob): "X'" + BlobFile.name(of: BlobReference.column(blob)) + "'"
    }
  }

  /// Identifiers with commas between.
  static func names(_ identifiers: [String]) -> String { identifiers.map(name).joined(separator: ", ") }

  /// So many places for arguments.
  static func places(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }
}
