import KartotekaModel

/// Pieces of SQL text. Identifiers come from descriptions only; values are bound, except where SQLite takes no
/// arguments (CHECK and DEFAULT clauses), whose values come from descriptions too.
enum SQL {
  /// A quoted identifier.
  static func name(_ identifier: String) -> String { quoted(identifier, "\"") }

  /// A quoted text literal.
  static func literal(_ text: String) -> String { quoted(text, "'") }

  // Looked through first: names, of which a page's statements have a dozen, hardly ever have the mark in them.
  private static func quoted(_ text: String, _ mark: String) -> String {
    mark + (text.utf8.contains(mark.utf8[mark.startIndex]) ? text.replacing(mark, with: mark + mark) : text) + mark
  }

  /// The name that a CREATE statement gives, which is the first one in quotes.
  static func createdName(_ statement: String) -> String {
    String(statement.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false).dropFirst().first ?? "")
  }

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

  /// A JSON array of ids, for `json_each`.
  static func json(_ ids: some Sequence<Int64>) -> Value {
    .text("[" + ids.map { String($0) }.joined(separator: ",") + "]")
  }

  /// A JSON array of values, for `json_each`; nil where it would not hold them exactly: SQLite may round a real number
  /// that it reads from text.
  static func json(_ values: [Value]) -> Value? {
    var writer = JSONWriter()
    writer.beginArray()
    for value in values {
      switch value {
      case .integer(let integer): writer.int(integer)
      case .text(let text): writer.string(text)
      case .null: writer.null()
      case .real, .blob: return nil
      }
    }
    writer.endArray()
    return .text(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// A JSON array of texts.
  static func jsonText(_ texts: [String]) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    for text in texts { writer.string(text) }
    writer.endArray()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// So many places for arguments.
  static func places(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }
}

/// A piece of SQL with its bound arguments.
struct Fragment {
  var sql: String
  var values: [Value] = []

  /// The pieces joined by AND; empty for none.
  static func all(_ fragments: [Fragment], joinedBy word: String = " AND ") -> Fragment {
    Fragment(
      sql: fragments.map { "(\($0.sql))" }.joined(separator: word), values: fragments.flatMap(\.values))
  }

  /// The rows of several queries (UNION ALL).
  static func union(_ fragments: [Fragment]) -> Fragment {
    Fragment(sql: fragments.map(\.sql).joined(separator: " UNION ALL "), values: fragments.flatMap(\.values))
  }

  /// The number of rows of a query.
  static func count(_ query: Fragment) -> Fragment {
    Fragment(sql: "SELECT count(*) FROM (\(query.sql))", values: query.values)
  }
}
