import KartotekaModel

import class GRDB.Database

/// The different texts of one searched key, and how many records have each.
///
/// Ten million people have some hundred thousand last names. To look among those is enough where an index of the keys
/// leads from a text to its records: how many are found is a sum, and the first of them stand together.
struct DistinctTextIndex: KeyIndex {
  private let name: String
  /// The table, for SQL; its texts are in the column `text`.
  let table: String
  /// The key's column, for SQL.
  let column: String
  private let keys: String
  private let trigrams: TrigramIndex

  /// - Parameters:
  ///   - entity: the entity's table.
  ///   - keys: the table of its keys.
  ///   - column: the one of them that is searched.
  init(of entity: String, keys: String, column: String) {
    name = "kartoteka_texts_" + entity
    table = SQL.name(name)
    self.column = SQL.name(column)
    self.keys = SQL.name(keys)
    trigrams = TrigramIndex("kartoteka_search_" + entity, content: name, columns: ["text"])
  }

  var statements: [String] {
    let create = """
      CREATE TABLE \(table) (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, records INTEGER NOT NULL) STRICT
      """
    return [create] + trigrams.statements
  }

  var drops: [String] { [trigrams.drop, "DROP TABLE IF EXISTS \(table)"] }

  func check(in database: Database) throws { try database.execute(sql: trigrams.check()) }

  // It is always complete: few texts are new to it.
  func incomplete(after id: RecordID) -> DistinctTextIndex { self }

  // MARK: Keeping it

  func take(where condition: String, _ values: Value..., in database: Database) throws {
    let last = try RawStatement("SELECT max(id) FROM \(table)", in: database).integer() ?? 0
    let counting = try RawStatement(
      """
      INSERT INTO \(table) (text, records) \
      SELECT \(column), count(*) FROM \(keys) WHERE \(condition) GROUP BY \(column) \
      ON CONFLICT (text) DO UPDATE SET records = records + excluded.records
      """, in: database)
    counting.bind(values)
    while try counting.step() {}
    counting.reset()
    try RawStatement(trigrams.insertion(from: name, where: "id > ?"), in: database).run(.integer(last))
  }

  func append(after id: RecordID, in database: Database) throws {
    // All of them are counted along the index.
    if try size(in: database) == 0 { return try take(where: "TRUE", in: database) }
    try take(where: "id > ?", .integer(id), in: database)
  }

  func fill(until end: ContinuousClock.Instant, in database: Database) throws -> Bool { true }

  func remove(_ id: RecordID, _ keys: [Value], in database: Database) throws {
    let text = keys[0]
    let counting = try RawStatement(
      "UPDATE \(table) SET records = records - 1 WHERE text = ? RETURNING id, records", in: database)
    counting.bind([text])
    var unused: Int64?
    while try counting.step() { if counting.integer(column: 1) == 0 { unused = counting.integer(column: 0) } }
    counting.reset()
    guard let unused else { return }
    try trigrams.remove(unused, [text], in: database)
    try RawStatement("DELETE FROM \(table) WHERE id = ?", in: database).run(.integer(unused))
  }

  /// A query of the texts as they are stored, and one of what the keys say.
  var comparison: (stored: String, computed: String) {
    (
      "SELECT text, records FROM \(table)",
      "SELECT \(column) AS text, count(*) FROM main.\(keys) GROUP BY \(column)"
    )
  }

  // MARK: Asking it

  /// The texts in which every term is found.
  func texts(finding terms: [SearchTerm]) -> Fragment { of("x.text", finding: terms) }

  // The key of one column is all there is to look in.
  func ids(finding terms: [SearchTerm], in column: String?) -> Fragment? {
    let found = texts(finding: terms)
    return Fragment(sql: "SELECT id FROM \(keys) WHERE \(self.column) IN (\(found.sql))", values: found.values)
  }

  func count(finding terms: [SearchTerm], in column: String?) -> Fragment? {
    of("coalesce(sum(x.records), 0)", finding: terms)
  }

  private func of(_ result: String, finding terms: [SearchTerm]) -> Fragment {
    guard terms.allSatisfy(\.isIndexed) else {
      // So many texts are looked through in milliseconds.
      let looked = Fragment.all(terms.map { $0.found(in: "x.text") })
      return Fragment(sql: "SELECT \(result) FROM \(table) x WHERE \(looked.sql)", values: looked.values)
    }
    let rows = trigrams.rows(finding: terms)
    return Fragment(
      sql: "SELECT \(result) FROM (\(rows.sql)) f CROSS JOIN \(table) x ON x.id = f.rowid", values: rows.values)
  }

  /// About how many different texts there are.
  func size(in database: Database) throws -> Int {
    Int(try RawStatement("SELECT max(id) FROM \(table)", in: database).integer() ?? 0)
  }
}
