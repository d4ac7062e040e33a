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
  private let records: TrigramIndex
  /// The ids of the records that wait.
  private let pending: String
  /// The keys of those that are in the index, where it knows the records themselves.
  private let indexed: String
  private let table: String
  private let keys: String
  private let columns: [String]
  private let pendingInsertion: String
  private let pendingDeletion: String

  /// - Parameters:
  ///   - entity: the entity's table.
  ///   - keys: the table of its keys.
  ///   - columns: those of the keys that are searched.
  ///   - knowsTexts: whether to index the different texts, and not the records: there has to be one column, and an
  ///     index of the keys that begins with it.
  init(of entity: String, keys: String, columns: [String], knowsTexts: Bool) {
    texts = knowsTexts ? TextTable(of: entity, keys: keys, column: columns[0]) : nil
    let view = "kartoteka_indexed_" + entity
    records = TrigramIndex("kartoteka_search_" + entity, content: view, columns: columns)
    pending = SQL.name("kartoteka_pending_" + entity)
    indexed = SQL.name(view)
    table = keys
    self.keys = SQL.name(keys)
    self.columns = columns.map(SQL.name)
    pendingInsertion = "INSERT INTO \(pending) (id) VALUES (?)"
    pendingDeletion = "DELETE FROM \(pending) WHERE id = ?"
  }

  /// All that has to be there beside the keys, in the order it is made in.
  var statements: [String] {
    let waiting = "CREATE TABLE \(pending) (id INTEGER PRIMARY KEY) STRICT"
    if let texts { return [waiting] + texts.statements }
    // What FTS5 takes for its content when it is asked to check itself.
    let view = """
      CREATE VIEW \(indexed) AS SELECT id, \(columns.joined(separator: ", ")) FROM \(keys) \
      WHERE id NOT IN (SELECT id FROM \(pending))
      """
    return [waiting, view] + records.statements
  }

  /// Takes away all that ``statements`` make.
  func drop(in database: Database) throws {
    try database.execute(sql: records.drop)
    try database.execute(sql: texts.map { "DROP TABLE IF EXISTS \($0.table)" } ?? "DROP VIEW IF EXISTS \(indexed)")
    try database.execute(sql: "DROP TABLE IF EXISTS \(pending)")
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
    if database.changesCount > 0 { return }
    if let texts { try texts.remove(keys[0], in: database) } else { try records.remove(id, keys, in: database) }
  }

  /// Takes those that wait into the index where they have become many.
  func settle(in database: Database) throws {
    let isFull = try RawStatement("SELECT EXISTS (SELECT 1 FROM \(pending) LIMIT 1 OFFSET ?)", in: database)
    guard try isFull.integer(.integer(Self.most)) == 1 else { return }
    let waits = "id IN (SELECT id FROM \(pending))"
    if let texts {
      try texts.count(where: waits, in: database)
    } else {
      try RawStatement(records.insertion(from: table, where: waits), in: database).run()
    }
    try RawStatement("DELETE FROM \(pending)", in: database).run()
  }

  /// Takes all keys whose id is greater than one straight into the index; none of them may be there or wait.
  func append(after id: RecordID, in database: Database) throws {
    guard let texts else {
      return try RawStatement(records.insertion(from: table, where: "id > ?"), in: database).run(.integer(id))
    }
    // All of them are counted along the index.
    if try texts.size(in: database) == 0 { return try texts.count(where: nil, in: database) }
    try texts.count(where: "id > ?", .integer(id), in: database)
  }

  // MARK: Asking it

  /// The ids of the records in which every term is found, some of them perhaps twice.
  /// - Parameter column: the only one to look in; nil for all.
  func ids(finding terms: [String], in column: String? = nil) -> Fragment {
    let waiting = waiting("p.id", finding: terms, in: column)
    guard let texts else { return .union([records.rows(finding: terms, in: column), waiting]) }
    let found = texts.texts(finding: terms)
    let ids = Fragment(sql: "SELECT id FROM \(keys) WHERE \(texts.column) IN (\(found.sql))", values: found.values)
    return .union([ids, waiting])
  }

  /// The different texts in which every term is found, some of them perhaps twice; nil where the index knows the records
  /// themselves.
  func texts(finding terms: [String]) -> Fragment? {
    texts.map { .union([$0.texts(finding: terms), waiting("k.\($0.column)", finding: terms)]) }
  }

  /// How many records have every term.
  func count(finding terms: [String]) -> Fragment {
    let waiting = waiting("count(*)", finding: terms)
    let settled = texts?.count(finding: terms) ?? records.count(finding: terms)
    return Fragment(sql: "SELECT (\(settled.sql)) + (\(waiting.sql))", values: settled.values + waiting.values)
  }

  /// Whether a record with every term waits whose text is not among ``texts`` yet.
  func hasNewText(finding terms: [String], in database: Database) throws -> Bool {
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

  private func waiting(_ result: String, finding terms: [String], in column: String? = nil) -> Fragment {
    let looked = Fragment.all(
      terms.map { term in
        .all(
          (column.map { [SQL.name($0)] } ?? columns).map {
            Fragment(sql: "instr(k.\($0), ?) > 0", values: [.text(term)])
          }, joinedBy: " OR ")
      })
    return Fragment(
      sql: "SELECT \(result) FROM \(pending) p CROSS JOIN \(keys) k ON k.id = p.id WHERE \(looked.sql)",
      values: looked.values)
  }
}
