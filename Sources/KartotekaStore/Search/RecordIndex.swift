import KartotekaModel

import class GRDB.Database

/// A trigram index of the searched keys, record by record.
struct RecordIndex: SettledIndex {
  private let trigrams: TrigramIndex
  private let columns: SearchedColumns
  private let keys: String
  /// The keys of those that are in the index: what FTS5 takes for its content when it is asked to check itself.
  private let view: String
  private let pending: String

  /// - Parameters:
  ///   - entity: the entity's table.
  ///   - keys: the table of its keys.
  ///   - columns: those of the keys that are searched.
  ///   - pending: the table of the ids that wait, for SQL.
  init(of entity: String, keys: String, columns: [String], pending: String) {
    let view = "kartoteka_indexed_" + entity
    trigrams = TrigramIndex("kartoteka_search_" + entity, content: view, columns: columns)
    self.columns = SearchedColumns(columns)
    self.keys = keys
    self.view = SQL.name(view)
    self.pending = pending
  }

  var statements: [String] {
    let create = """
      CREATE VIEW \(view) AS SELECT id, \(SQL.names(columns.names)) FROM \(SQL.name(keys)) \
      WHERE id NOT IN (SELECT id FROM \(pending))
      """
    return [create] + trigrams.statements
  }

  var drops: [String] { [trigrams.drop, "DROP VIEW IF EXISTS \(view)"] }

  // MARK: Keeping it

  func take(where condition: String, _ values: Value..., in database: Database) throws {
    let insertion = try RawStatement(trigrams.insertion(from: keys, where: condition), in: database)
    insertion.bind(values)
    while try insertion.step() {}
    insertion.reset()
  }

  func append(after id: RecordID, in database: Database) throws {
    try take(where: "id > ?", .integer(id), in: database)
  }

  func remove(_ id: RecordID, _ keys: [Value], in database: Database) throws {
    try trigrams.remove(id, keys, in: database)
  }

  // MARK: Asking it

  // Terms that the trigrams don't know are looked for in the keys of those records that have the others.
  func ids(finding terms: [SearchTerm], in column: String?) -> Fragment? {
    let known = terms.filter(\.isIndexed)
    if known.isEmpty { return nil }
    let rows = trigrams.rows(finding: known, in: column)
    if known.count == terms.count { return rows }
    let others = columns.finding(terms.filter { !$0.isIndexed }, in: column)
    return Fragment(
      sql: "SELECT k.id FROM \(SQL.name(keys)) k WHERE k.id IN (\(rows.sql)) AND \(others.sql)",
      values: rows.values + others.values)
  }

  func count(finding terms: [SearchTerm], in column: String?) -> Fragment? {
    ids(finding: terms, in: column).map(Fragment.count)
  }
}
