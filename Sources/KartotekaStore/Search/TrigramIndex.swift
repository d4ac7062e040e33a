import KartotekaModel

/// A trigram index of texts that stand in another table (FTS5, <https://www.sqlite.org/fts5.html>, external content).
struct TrigramIndex: Sendable {
  /// The FTS5 table.
  private let table: String
  /// The table whose texts it indexes, with an `id`.
  private let content: String
  private let columns: [String]
  private let deletion: String

  /// - Parameters:
  ///   - name: that of the FTS5 table.
  ///   - content: the table whose texts it indexes.
  ///   - columns: those of them.
  init(_ name: String, content: String, columns: [String]) {
    table = SQL.name(name)
    self.content = SQL.name(content)
    self.columns = columns
    // An FTS5 table with external content needs the old text to remove it.
    deletion = """
      INSERT INTO \(table) (\(table), rowid, \(SQL.names(columns))) VALUES ('delete', \(SQL.places(columns.count + 1)))
      """
  }

  /// All that has to be there, in the order it is made in.
  var statements: [String] {
    [
      // case_sensitive: what is indexed and what is asked for are folded already.
      """
      CREATE VIRTUAL TABLE \(table) USING fts5(\(SQL.names(columns)), content=\(content), content_rowid='id', \
      tokenize='trigram case_sensitive 1', columnsize=0)
      """,
      // A larger buffer in memory makes fewer and larger pieces when many texts come at once.
      "INSERT INTO \(table) (\(table), rank) VALUES ('hashsize', 33554432)",
    ]
  }

  /// Takes the index away.
  var drop: String { "DROP TABLE IF EXISTS \(table)" }

  /// Has FTS5 compare the index with its content.
  /// - Parameter isComplete: whether it contains all of it; if not, it is compared with itself alone.
  func check(isComplete: Bool) -> String {
    "INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', \(isComplete ? 1 : 0))"
  }

  /// Adds rows of the content to the index.
  /// - Parameter condition: which; none of them may be in the index.
  func insertion(where condition: String) -> String {
    let names = SQL.names(columns)
    return """
      INSERT INTO \(table) (rowid, \(names)) \
      SELECT id, \(names) FROM \(content) WHERE \(condition) ORDER BY id
      """
  }

  /// Forgets a row.
  /// - Parameter texts: its texts in the index.
  func remove(_ id: Int64, _ texts: [Value], in database: SQLConnection) throws {
    let delete = try RawStatement(deletion, in: database)
    delete.bind([.integer(id)] + texts)
    while try delete.step() {}
    delete.reset()
  }

  /// Whether it can be asked for a text: it knows nothing of parts under three letters, and FTS5 takes a NUL for the
  /// end of what it is asked, which leaves a quote open.
  static func knows(_ text: String) -> Bool { text.unicodeScalars.count >= 3 && !text.utf8.contains(0) }

  /// The rows, as `rowid`, in which every term is found.
  /// - Parameters:
  ///   - terms: those of which it ``knows(_:)`` each form.
  ///   - column: the only one to look in; nil for all.
  ///   - last: the greatest row to be found; nil for all.
  func rows(finding terms: [SearchTerm], in column: String? = nil, upTo last: Int64? = nil) -> Fragment {
    let words = terms.map { term in
      let forms = term.forms.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
      return forms.count == 1 ? forms[0] : "(" + forms.joined(separator: " OR ") + ")"
    }.joined(separator: " AND ")
    return Fragment(
      sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ?" + (last == nil ? "" : " AND rowid <= ?"),
      values: [.text(column.map { "{\(SQL.name($0))} : (\(words))" } ?? words)] + (last.map { [.integer($0)] } ?? []))
  }
}
