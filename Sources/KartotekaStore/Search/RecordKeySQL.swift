import KartotekaModel

/// The statements that keep one record's keys, put together once: every write runs some of them.
struct RecordKeySQL: Sendable {
  /// The record's values that keys are made of.
  let record: String
  /// The record's keys.
  let keys: String
  let insertion: String
  let deletion: String

  init(of entity: EntityDescription, keyed columns: [String], in table: String) {
    let (names, table) = (SQL.names(columns), SQL.name(table))
    record = "SELECT \(names) FROM \(SQL.name(entity.table)) WHERE id = ?"
    keys = "SELECT \(names) FROM \(table) WHERE id = ?"
    insertion = "INSERT INTO \(table) (id, \(names)) VALUES (\(SQL.places(columns.count + 1)))"
    deletion = "DELETE FROM \(table) WHERE id = ?"
  }
}
