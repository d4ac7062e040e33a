import GRDB
import KartotekaModel

extension KeyTable {
  /// Brings the keys of all marked records up to date and takes the marks away.
  func mend(in database: Database) throws {
    let marked = try RawStatement(
      """
      SELECT s.id, t.id IS NOT NULL, \(columns.map { "t." + SQL.name($0.column) }.joined(separator: ", ")) \
      FROM \(Self.marks) s LEFT JOIN \(SQL.name(entity.table)) t ON t.id = s.id WHERE s.entity = ?
      """, in: database)
    marked.bind([.text(entity.table)])
    var isMarked = false
    while try marked.step() {
      isMarked = true
      let id = marked.integer(column: 0)
      let values = columns.indices.map { marked.value(column: $0 + 2) }
      try replaceKeys(of: id, by: marked.integer(column: 1) != 0 ? values : nil, in: database)
    }
    marked.reset()
    if isMarked {
      try RawStatement("DELETE FROM \(Self.marks) WHERE entity = ?", in: database).run(.text(entity.table))
    }
  }

  private func replaceKeys(of id: RecordID, by values: [Value]?, in database: Database) throws {
    try forget(id, in: database)
    guard let values else {
      return try RawStatement("DELETE FROM \(SQL.name(table)) WHERE id = ?", in: database).run(.integer(id))
    }
    let keys = zip(values, columns).map { Self.key($0, of: $1) }
    let insert = try RawStatement(insertion, in: database)
    insert.bind([.integer(id)] + keys)
    while try insert.step() {}
    insert.reset()
    guard !searched.isEmpty else { return }
    let index = try RawStatement(searchInsertion, in: database)
    index.bind([.integer(id)] + searched.map { attribute in keyValue(of: attribute, among: keys) })
    while try index.step() {}
    index.reset()
  }

  // An FTS5 table over another table's content needs to be told the old text to forget it.
  private func forget(_ id: RecordID, in database: Database) throws {
    guard !searched.isEmpty else { return }
    let old = try RawStatement("SELECT \(searchedColumns) FROM \(SQL.name(table)) WHERE id = ?", in: database)
    old.bind([.integer(id)])
    guard try old.step() else { return old.reset() }
    let texts = searched.indices.map { old.value(column: $0) }
    old.reset()
    let name = SQL.name(searchTable)
    let places = SQL.places(texts.count + 1)
    let delete = try RawStatement(
      "INSERT INTO \(name) (\(name), rowid, \(searchedColumns)) VALUES ('delete', \(places))", in: database)
    delete.bind([.integer(id)] + texts)
    while try delete.step() {}
    delete.reset()
  }

  private func keyValue(of attribute: AttributeDescription, among keys: [Value]) -> Value {
    columns.firstIndex { $0.name == attribute.name }.map { keys[$0] } ?? .null
  }

  private var insertion: String {
    let names = SQL.names(columns.map(\.column))
    return
      "INSERT OR REPLACE INTO \(SQL.name(table)) (id, \(names)) VALUES (\(SQL.places(columns.count + 1)))"
  }

  private var searchInsertion: String {
    "INSERT INTO \(SQL.name(searchTable)) (rowid, \(searchedColumns)) VALUES (\(SQL.places(searched.count + 1)))"
  }

  /// Makes keys for all records whose id is greater than one, none of which has keys yet: after a bulk import.
  ///
  /// Where they are many beside those that have keys already, the indices are made anew afterwards, which is
  /// quicker than keeping them.
  func append(after id: RecordID, in database: Database) throws {
    let remakesIndices = try areMany(after: id, in: database)
    if remakesIndices {
      for index in indices { try database.execute(sql: "DROP INDEX \(SQL.name(index.name))") }
    }
    let values = columns.map { column in
      let name = SQL.name(column.column)
      return Self.isFolded(column) ? "coalesce(kartoteka_fold(\(name)), '')" : name
    }
    try RawStatement(
      """
      INSERT INTO \(SQL.name(table)) (id, \(SQL.names(columns.map(\.column)))) \
      SELECT id, \(values.joined(separator: ", ")) FROM \(SQL.name(entity.table)) WHERE id > ? ORDER BY id
      """, in: database
    ).run(.integer(id))
    if remakesIndices { for index in indices { try database.execute(sql: index.sql) } }
    guard !searched.isEmpty else { return }
    try RawStatement(
      """
      INSERT INTO \(SQL.name(searchTable)) (rowid, \(searchedColumns)) \
      SELECT id, \(searchedColumns) FROM \(SQL.name(table)) WHERE id > ?
      """, in: database
    ).run(.integer(id))
  }

  // Sorting all keys costs a third of what putting them into their places one by one does.
  private func areMany(after id: RecordID, in database: Database) throws -> Bool {
    let known = try RawStatement("SELECT count(*) FROM \(SQL.name(table))", in: database).integer() ?? 0
    let added = try RawStatement("SELECT count(*) FROM \(SQL.name(entity.table)) WHERE id > ?", in: database)
      .integer(.integer(id))
    return (added ?? 0) * 2 > known
  }

  /// Takes the trigger of new records away for the rest of a transaction that appends their keys itself.
  func dropInsertTrigger(in database: Database) throws {
    for trigger in triggers.prefix(1) { try database.execute(sql: "DROP TRIGGER \(SQL.name(trigger.name))") }
  }

  /// Puts it back.
  func createInsertTrigger(in database: Database) throws {
    for trigger in triggers.prefix(1) { try database.execute(sql: trigger.sql) }
  }

  /// Marks a record as the trigger would.
  func mark(_ id: RecordID, in database: Database) throws {
    try RawStatement("INSERT OR IGNORE INTO \(Self.marks) (entity, id) VALUES (?, ?)", in: database)
      .run(.text(entity.table), .integer(id))
  }
}
