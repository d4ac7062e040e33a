import KartotekaModel

/// The statements that keep one record's keys, put together once: every write runs some of them.
struct RecordKeySQL: Sendable {
  /// The record's values that keys are made of.
  let record: String
  /// The record's keys.
  let keys: String
  let insertion: String
  let deletion: String
  /// Of no use where nothing is searched.
  let searchInsertion: String
  let searchDeletion: String

  init(of entity: EntityDescription, keyed columns: [String], in table: String, searched: [String], in index: String) {
    let (names, table, index) = (SQL.names(columns), SQL.name(table), SQL.name(index))
    let (searchedNames, places) = (SQL.names(searched), SQL.places(searched.count + 1))
    record = "SELECT \(names) FROM \(SQL.name(entity.table)) WHERE id = ?"
    keys = "SELECT \(names) FROM \(table) WHERE id = ?"
    insertion = "INSERT INTO \(table) (id, \(names)) VALUES (\(SQL.places(columns.count + 1)))"
    deletion = "DELETE FROM \(table) WHERE id = ?"
    searchInsertion = "INSERT INTO \(index) (rowid, \(searchedNames)) VALUES (\(places))"
    // An FTS5 table over another table's content needs to be told the old text to forget it.
    searchDeletion = "INSERT INTO \(index) (\(index), rowid, \(searchedNames)) VALUES ('delete', \(places))"
  }
}
