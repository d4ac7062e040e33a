import KartotekaModel

/// The spellings of texts that a column of another program's table takes for equal: "alfki" and "ALFKI" where it is declared with
/// NOCASE. The database merges them within each statement and shows any of them, so that parts of a chart would have several.
struct ChartSpellings {
  /// The collations of SQLite that take different texts for equal (<https://www.sqlite.org/datatype3.html#collating_sequences>).
  private enum Collation: String { case nocase, rtrim }

  private let collation: Collation?
  private var known: [String: String] = [:]

  /// - Parameter collation: the name of the column's collation; nil where bytes are compared.
  init(collation: String?) { self.collation = collation.flatMap { Collation(rawValue: $0.lowercased()) } }

  /// The spelling that stands for all that are equal: the first one.
  mutating func one(_ value: Value) -> Value {
    guard let collation, case .text(let text) = value else { return value }
    let key =
      switch collation {
      // Other letters than those of ASCII are as they are.
      case .nocase: String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
      case .rtrim: String(text.reversed().drop { $0 == " " }.reversed())
      }
    if let first = known[key] { return .text(first) }
    known[key] = text
    return value
  }
}

extension Store {
  /// The collation of a field's column in another program's file; nil for columns of our own, which compare bytes.
  func collation(of path: FieldPath) async throws -> String? {
    guard let source = path.entity.source, let position = path.entity.position(of: path.name) else { return nil }
    let column = source.column(path.entity.columns[position].column)
    return try await snapshot(noting: nil) { $0.collation(of: column, in: source.table, schema: source.schema) }
  }
}
