import KartotekaModel

import class GRDB.Database

/// What an entity's searches are looked up in: a trigram index of the searched keys, record by record; or of the
/// different texts where they are of one key by which records are sorted.
///
/// What is added one by one waits in a list, which searches look through, and comes into the index many at a time: a
/// commit of few records would write as much of the index as one of many. PostgreSQL's GIN indices do the same
/// ("GIN Fast Update Technique").
struct SearchIndex: Sendable {
  /// As many records wait at most when a transaction ends: looking through them takes a fraction of a millisecond.
  static let most: Int64 = 250

  /// The different texts; nil where the index knows the records themselves.
  let texts: TextTable?
  private let settled: any SettledIndex
  /// The ids of the records that wait.
  private let pending: String
  private let keys: String
  private let columns: SearchedColumns
  private let pendingInsertion: String
  private let pendingDeletion: String

  /// - Parameters:
  ///   - entity: the entity's table.
  ///   - keys: the table of its keys.
  ///   - columns: those of the keys that are searched.
  ///   - knowsTexts: whether to index the different texts, and not the records: there has to be one column, and an
  ///     index of the keys that begins with it.
  init(of entity: String, keys: String, columns: [String], knowsTexts: Bool) {
    pending = SQL.name("kartoteka_pending_" + entity)
    texts = knowsTexts ? TextTable(of: entity, keys: keys, column: columns[0]) : nil
    settled = texts ?? RecordIndex(of: entity, keys: keys, columns: columns, pending: pending)
    self.keys = SQL.name(keys)
    self.columns = SearchedColumns(columns)
    pendingInsertion = "INSERT INTO \(pending) (id) VALUES (?)"
    pendingDeletion = "DELETE FROM \(pending) WHERE id = ?"
  }

  /// All that has to be there beside the keys, in the order it is made in.
  var statements: [String] { ["CREATE TABLE \(pending) (id INTEGER PRIMARY KEY) STRICT"] + settled.statements }

  /// Takes away all that ``statements`` make.
  func drop(in database: Database) throws {
    for drop in settled.drops + ["DROP TABLE IF EXISTS \(pending)"] { try database.execute(sql: drop) }
  }

  // MARK: Keeping it

  /// Adds a record, whose keys are there, to those that wait.
  func add(_ id: RecordID, in database: Database) throws {
    try RawStatement(pendingInsertion, in: database).run(.integer(id))
  }

  /// Forgets a record.
  /// - Parameter keys: its searched keys until now.
  func remove(_ id: RecordID, _ keys: [Value], in database: Database) throws {
    try RawStatement(pendingDeletion, in: database).run(.integer(id))
    if database.changesCount == 0 { try settled.remove(id, keys, in: database) }
  }

  /// Takes those that wait into the index where they have become many.
  func settle(in database: Database) throws {
    let isFull = try RawStatement("SELECT EXISTS (SELECT 1 FROM \(pending) LIMIT 1 OFFSET ?)", in: database)
    guard try isFull.integer(.integer(Self.most)) == 1 else { return }
    try settled.take(where: "id IN (SELECT id FROM \(pending))", in: database)
    try RawStatement("DELETE FROM \(pending)", in: database).run()
  }

  /// Takes all keys whose id is greater than one straight into the index; none of them may be there or wait.
  func append(after id: RecordID, in database: Database) throws { try settled.append(after: id, in: database) }

  // MARK: Asking it

  /// The ids of the records in which every term is found, some of them perhaps twice.
  /// - Parameter column: the only one to look in; nil for all.
  func ids(finding terms: [SearchTerm], in column: String? = nil) -> Fragment {
    guard let known = settled.ids(finding: terms, in: column) else { return seen(finding: terms, in: column) }
    return .union([known, waiting("p.id", finding: terms, in: column)])
  }

  /// The different texts in which every term is found, some of them perhaps twice; nil where the index knows the records
  /// themselves.
  func texts(finding terms: [SearchTerm]) -> Fragment? {
    texts.map { .union([$0.texts(finding: terms), waiting("k.\($0.column)", finding: terms)]) }
  }

  /// How many records have every term.
  /// - Parameter column: the only one to look in; nil for all.
  func count(finding terms: [SearchTerm], in column: String? = nil) -> Fragment {
    guard let known = settled.count(finding: terms, in: column) else {
      return .count(seen(finding: terms, in: column))
    }
    let waiting = waiting("count(*)", finding: terms, in: column)
    return Fragment(sql: "SELECT (\(known.sql)) + (\(waiting.sql))", values: known.values + waiting.values)
  }

  /// Whether a record with every term waits whose text is not among ``texts`` yet.
  func hasNewText(finding terms: [SearchTerm], in database: Database) throws -> Bool {
    guard let texts else { return false }
    let waiting = waiting("k.\(texts.column)", finding: terms)
    let search = try RawStatement(
      """
      SELECT EXISTS (\(waiting.sql) AND NOT EXISTS \
      (SELECT 1 FROM \(texts.table) x WHERE x.text = k.\(texts.column)))
      """, in: database)
    search.bind(waiting.values)
    defer { search.reset() }
    return try search.step() && search.integer(column: 0) == 1
  }

  // By looking at the keys of each record.
  private func seen(finding terms: [SearchTerm], in column: String? = nil) -> Fragment {
    let found = columns.finding(terms, in: column)
    return Fragment(sql: "SELECT k.id FROM \(keys) k WHERE \(found.sql)", values: found.values)
  }

  private func waiting(_ result: String, finding terms: [SearchTerm], in column: String? = nil) -> Fragment {
    let found = columns.finding(terms, in: column)
    return Fragment(
      sql: "SELECT \(result) FROM \(pending) p CROSS JOIN \(keys) k ON k.id = p.id WHERE \(found.sql)",
      values: found.values)
  }
}
