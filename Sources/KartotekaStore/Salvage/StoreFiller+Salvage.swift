import Foundation
import KartotekaModel

// The rest of what is needed for rows of which some are lost.
extension StoreFiller {
  /// The digests of all files that something refers to.
  func digests() throws -> Set<[UInt8]> { try BlobUses.digests(in: database) }

  /// Removes a row that has turned out to be none.
  /// - Returns: whether it was there.
  func remove(_ key: Int64, from table: CopiedTable) throws -> Bool {
    let key = (SQL.name(table.primaryKey[0]), key)
    try RawStatement("DELETE FROM \(SQL.name(table.name)) WHERE \(key.0) = ?", in: database).run(.integer(key.1))
    return database.changesCount > 0
  }

  /// The greatest number that a table's rows have; nil where there are none.
  func greatestNumber(of table: CopiedTable) throws -> Int64? {
    let key = SQL.name(table.primaryKey[0])
    return try RawStatement("SELECT max(\(key)) FROM \(SQL.name(table.name))", in: database).integer()
  }

  /// Empties tables. The greatest numbers that their rows have had stay noted.
  func empty(_ tables: [CopiedTable]) throws {
    for table in tables { try database.execute("DELETE FROM \(SQL.name(table.name))") }
  }

  /// Notes the description of which the model is. Later ones are those that can't be read.
  func note(_ description: StoredDescription) throws {
    try database.execute("DELETE FROM \(DescriptionTable.name) WHERE revision > ?", [description.revision])
    try database.execute(
      """
      INSERT INTO \(DescriptionTable.name) (revision, document, changed_at) VALUES (?, ?, ?) \
      ON CONFLICT (revision) DO UPDATE SET document = excluded.document
      """, [description.revision, description.json, Timestamp.text(Date())])
  }

  /// Notes which migrations are behind the tables, if the rows that said so are lost.
  /// - Parameter isWhole: whether all notes of the database were copied.
  func noteSteps(_ steps: Set<String>, isWhole: Bool) throws {
    // The model's own tables are there, whatever the notes say.
    try MetaTable(in: database).remove("model")
    if !isWhole { try StepLog(database: database).note(steps) }
  }

  /// Lets no record of a table refer to one that is not there.
  /// - Parameter isRequired: whether such records are deleted, instead of referring to nothing.
  /// - Returns: the ids of these records.
  func close(_ reference: CopiedTable.Reference, of table: CopiedTable, isRequired: Bool) throws -> [RecordID] {
    let (name, column) = (SQL.name(table.name), SQL.name(reference.column))
    let isBroken = """
      \(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(SQL.name(reference.table)) t WHERE t.id = \(name).\(column))
      """
    let ids = try database.integers("SELECT id FROM \(name) WHERE \(isBroken) ORDER BY id", [])
    guard !ids.isEmpty else { return [] }
    let change = isRequired ? "DELETE FROM \(name)" : "UPDATE \(name) SET \(column) = NULL"
    let statement = try RawStatement("\(change) WHERE id = ?", in: database)
    for id in ids { try statement.run(.integer(id)) }
    return ids
  }

  /// Removes links to and from records that are not there.
  /// - Returns: how many.
  func removeLinks(of table: CopiedTable, without reference: CopiedTable.Reference) throws -> Int {
    let (name, column) = (SQL.name(table.name), SQL.name(reference.column))
    try database.execute(
      """
      DELETE FROM \(name) WHERE NOT EXISTS (SELECT 1 FROM \(SQL.name(reference.table)) t WHERE t.id = \(name).\(column))
      """)
    return database.changesCount
  }

  /// Makes all records those of one new change set.
  func noteSalvage(_ tables: [CopiedTable], as name: Phrase) throws {
    try RawStatement("INSERT INTO \(UndoLog.table) (at, way, name) VALUES (?, ?, ?)", in: database)
      .run(
        .text(Timestamp.text(Date())), .text(ChangeSet.Origin.import.rawValue), .text(try JSONText.json(name)))
    let changeSet = database.lastInsertedRowID
    for table in tables {
      try database.execute(
        """
        INSERT INTO \(UndoLog.images.name) (deed, entity, record, last) SELECT ?, ?, min(id), max(id) \
        FROM (SELECT id, id - row_number() OVER (ORDER BY id) AS run FROM \(SQL.name(table.name))) GROUP BY run
        """, [changeSet, table.name])
    }
    try ChangeLog.append(bulkChangeSet: changeSet, in: database)
  }
}
