import KartotekaModel

import class GRDB.Database

/// A trigram index of the searched keys, record by record.
struct RecordIndex: KeyIndex {
  private let trigrams: TrigramIndex
  private let columns: SearchedColumns
  private let keys: String

  /// - Parameters:
  ///   - entity: the entity's table.
  ///   - keys: the table of its keys.
  ///   - columns: those of the keys that are searched.
  init(of entity: String, keys: String, columns: [String]) {
    trigrams = TrigramIndex("kartoteka_search_" + entity, content: keys, columns: columns)
    self.columns = SearchedColumns(columns)
    self.keys = keys
  }

  var statements: [String] { trigrams.statements }

  var drops: [String] { [trigrams.drop] }

  var check: String { trigrams.check }

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
