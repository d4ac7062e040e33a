import KartotekaModel

import class GRDB.Database

/// The trigram index of an entity's searched keys (FTS5, <https://www.sqlite.org/fts5.html>).
///
/// What is added one by one waits in a list, which searches look through, and comes into the index many at a time: a
/// commit of few records would write as much of the index as one of many. PostgreSQL's GIN indices do the same
/// ("GIN Fast Update Technique").
struct SearchIndex: Sendable {
  /// As many records wait at most when a transaction ends: looking through them takes a fraction of a millisecond.
  static let most: Int64 = 250

  /// The FTS5 table.
  private let table: String
  /// The ids of the records that wait.
  private let pending: String
  /// The keys of those that are in the index.
  private let indexed: String
  private let keys: String
  private let columns: [String]
  private let insertion: String
  private let deletion: String
  private let pendingInsertion: String
  private let pendingDeletion: String

  /// - Parameters:
  ///   - entity: the entity's table.
  ///   - keys: the table of its keys.
  ///   - columns: those of the keys that are searched.
  init(of entity: String, keys: String, columns: [String]) {
    table = "kartoteka_search_" + entity
    pending = SQL.name("kartoteka_pending_" + entity)
    indexed = SQL.name("kartoteka_indexed_" + entity)
    self.keys = SQL.name(keys)
    self.columns = columns
    let (index, names, places) = (SQL.name(table), SQL.names(columns), SQL.places(columns.count + 1))
    insertion = "INSERT INTO \(index) (rowid, \(names)) SELECT id, \(names) FROM \(self.keys)"
    // An FTS5 table over another table's content needs to be told the old text to forget it.
    deletion = "INSERT INTO \(index) (\(index), rowid, \(names)) VALUES ('delete', \(places))"
    pendingInsertion = "INSERT INTO \(pending) (id) VALUES (?)"
    pendingDeletion = "DELETE FROM \(pending) WHERE id = ?"
  }

  /// All that has to be there beside the keys, in the order it is made in.
  var statements: [String] {
    let (index, names) = (SQL.name(table), SQL.names(columns))
    return [
      "CREATE TABLE \(pending) (id INTEGER PRIMARY KEY) STRICT",
      // What FTS5 takes for its content when it is asked to check itself.
      "CREATE VIEW \(indexed) AS SELECT id, \(names) FROM \(keys) WHERE id NOT IN (SELECT id FROM \(pending))",
      // case_sensitive: what is indexed and what is asked for are folded already.
      """
      CREATE VIRTUAL TABLE \(index) USING fts5(\(names), content=\(indexed), content_rowid='id', \
      tokenize='trigram case_sensitive 1', columnsize=0)
      """,
      // A larger buffer in memory makes fewer and larger pieces when many records come at once.
      "INSERT INTO \(index) (\(index), rank) VALUES ('hashsize', 33554432)",
    ]
  }

  /// Takes away all that ``statements`` make.
  func drop(in database: Database) throws {
    try database.execute(sql: "DROP TABLE IF EXISTS \(SQL.name(table))")
    try database.execute(sql: "DROP VIEW IF EXISTS \(indexed)")
    try database.execute(sql: "DROP TABLE IF EXISTS \(pending)")
  }

  // MARK: Keeping it

  /// Adds a record, whose keys are there, to those that wait.
  func add(_ id: RecordID, in database: Database) throws {
    try RawStatement(pendingInsertion, in: database).run(.integer(id))
  }

  /// Forgets a record.
  /// - Parameter texts: its searched keys until now.
  func remove(_ id: RecordID, _ texts: [Value], in database: Database) throws {
    try RawStatement(pendingDeletion, in: database).run(.integer(id))
    if database.changesCount > 0 { return }
    let delete = try RawStatement(deletion, in: database)
    delete.bind([.integer(id)] + texts)
    while try delete.step() {}
    delete.reset()
  }

  /// Takes those that wait into the index where they have become many.
  func settle(in database: Database) throws {
    let isFull = try RawStatement("SELECT EXISTS (SELECT 1 FROM \(pending) LIMIT 1 OFFSET ?)", in: database)
    guard try isFull.integer(.integer(Self.most)) == 1 else { return }
    try RawStatement("\(insertion) WHERE id IN (SELECT id FROM \(pending)) ORDER BY id", in: database).run()
    try RawStatement("DELETE FROM \(pending)", in: database).run()
  }

  /// Takes all keys whose id is greater than one straight into the index; none of them may be there or wait.
  func append(after id: RecordID, in database: Database) throws {
    try RawStatement("\(insertion) WHERE id > ?", in: database).run(.integer(id))
  }

  // MARK: Asking it

  /// The ids of the records in which every term is found.
  /// - Parameter column: the only one to look in; nil for all.
  func ids(finding terms: [String], in column: String? = nil) -> Fragment {
    let words = terms.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: " AND ")
    let match = Value.text(column.map { "{\(SQL.name($0))} : \(words)" } ?? words)
    let looked = Fragment.all(
      terms.map { term in
        .all(
          (column.map { [$0] } ?? columns).map {
            Fragment(sql: "instr(k.\(SQL.name($0)), ?) > 0", values: [.text(term)])
          }, joinedBy: " OR ")
      })
    return Fragment(
      sql: """
        SELECT rowid FROM \(SQL.name(table)) WHERE \(SQL.name(table)) MATCH ? \
        UNION ALL SELECT p.id FROM \(pending) p CROSS JOIN \(keys) k ON k.id = p.id WHERE \(looked.sql)
        """, values: [match] + looked.values)
  }
}
