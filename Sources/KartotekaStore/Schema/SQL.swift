import KartotekaModel

/// Pieces of SQL text. Identifiers come from descriptions only; values are bound, except where SQLite takes no
/// arguments (CHECK and DEFAULT clauses), whose values come from descriptions too.
enum SQL {
  /// A quoted identifier.
  static func name(_ identifier: String) -> String { quoted(identifier, "\"") }

  /// A quoted text literal. SQLite reads a statement up to the first NUL, so that one in the text is written as a function.
  static func literal(_ text: String) -> String {
    guard text.utf8.contains(0) else { return quoted(text, "'") }
    let parts = text.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
    return "(" + parts.map { quoted(String($0), "'") }.joined(separator: " || char(0) || ") + ")"
  }

  // Looked through first: names, of which a page's statements have a dozen, hardly ever have the mark in them.
  private static func quoted(_ text: String, _ mark: String) -> String {
    mark + (text.utf8.contains(mark.utf8[mark.startIndex]) ? text.replacing(mark, with: mark + mark) : text) + mark
  }

  /// The name that a CREATE statement gives, with or without quotes.
  static func createdName(_ statement: String) -> String {
    let words = statement.split(maxSplits: 8) { $0 == " " || $0 == "\n" }
    let kinds: Set<Substring> = ["TABLE", "INDEX", "TRIGGER", "VIEW"]
    guard let kind = words.firstIndex(where: kinds.contains) else { return "" }
    let isGuarded = words.dropFirst(kind + 1).first == "IF"
    let rest = statement[(words.dropFirst(kind + (isGuarded ? 4 : 1)).first?.startIndex ?? statement.endIndex)...]
    guard rest.first == "\"" else { return String(rest.prefix { $0 != " " && $0 != "(" && $0 != "\n" }) }
    return String(rest.dropFirst().prefix { $0 != "\"" })
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
  /// The binding strength of the operators that are outside of all parentheses.
  enum Binding: Comparable {
    case sum, product, whole
  }

  var sql: String
  var values: [Value] = []
  var binding = Binding.whole

  /// The same in parentheses, unless it is whole.
  var whole: Fragment { self.within(.whole) }

  /// The same as an operand of an operator that binds so, or more strongly. Parentheses are written only where they are needed:
  /// SQLite's parser goes no deeper than 100.
  func within(_ other: Binding) -> Fragment {
    binding >= other ? self : Fragment(sql: "(\(sql))", values: values)
  }

  /// The pieces joined by AND; empty for none.
  static func all(_ fragments: [Fragment], joinedBy word: String = " AND ") -> Fragment {
    Fragment(sql: joined(fragments[...], word), values: fragments.flatMap(\.values))
  }

  // Each operator of a row of them is one deeper for SQLite, which goes no deeper than 1,000: many are joined in halves.
  private static func joined(_ fragments: ArraySlice<Fragment>, _ word: String) -> String {
    guard fragments.count > 100 else { return fragments.map { "(\($0.sql))" }.joined(separator: word) }
    let middle = fragments.startIndex + fragments.count / 2
    return "(\(joined(fragments[..<middle], word)))\(word)(\(joined(fragments[middle...], word)))"
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
