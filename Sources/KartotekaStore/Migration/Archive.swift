import KartotekaModel

/// Where the values of removed attributes and entities stay until they come back: tables of the database that nothing
/// refers to.
enum Archive {
  static let prefix = "kartoteka_archive_"

  /// The table for a column's values: the records' numbers, and their values.
  static func name(table: String, column: String) -> String { prefix + table + "__" + column }

  /// The table for a whole table.
  static func name(table: String) -> String { prefix + table }

  /// Copies a column's values to their archive.
  static func add(_ column: String, of table: String, in database: SQLConnection) throws {
    let archive = SQL.name(name(table: table, column: column))
    try database.execute("CREATE TABLE IF NOT EXISTS \(archive) (id INTEGER PRIMARY KEY, value ANY) STRICT")
    try database.execute(
      """
      INSERT OR REPLACE INTO \(archive) (id, value) \
      SELECT id, \(SQL.name(column)) FROM \(SQL.name(table)) WHERE \(SQL.name(column)) IS NOT NULL
      """)
  }

  /// Moves a table to its archive, without its rules: an archived record must not keep another one from being deleted.
  static func add(_ table: String, in database: SQLConnection) throws {
    var archive = name(table: table)
    var number = 1
    while try database.hasTable(archive) {
      number += 1
      archive = name(table: table) + "__\(number)"
    }
    try database.execute("CREATE TABLE \(SQL.name(archive)) AS SELECT * FROM \(SQL.name(table))")
    try database.execute("DROP TABLE \(SQL.name(table))")
  }

  /// Drops an archive that has nothing left.
  static func dropIfEmpty(_ archive: String, in database: SQLConnection) throws {
    guard try database.first(Int.self, "SELECT 1 FROM \(SQL.name(archive)) LIMIT 1") == nil else { return }
    try database.execute("DROP TABLE \(SQL.name(archive))")
  }
}

/// The archive of a column that comes back.
struct ColumnArchive {
  let name: String
  let noted: StoredModel.Column?

  /// The conversion of its values; nil if they stay as they are.
  func conversion(to column: ColumnDescription, in table: String) -> ValueConversion? {
    guard let old = noted?.attribute(column.column) else { return nil }
    return ValueConversion(from: old, isKnown: true, to: column, in: table)
  }

  /// Brings back what a column may hold, to the records that have nothing there. The rest stays in the archive.
  func restore(_ column: ColumnDescription, _ comparison: TableComparison, in database: SQLConnection) throws {
    let (table, archive, target) = (SQL.name(comparison.entity.table), SQL.name(name), SQL.name(column.column))
    let value = comparison.conversions[column.column]?.sql("a.value") ?? "a.value"
    var condition = "a.value IS NOT NULL"
    if case .toOne = column, let reference = comparison.schema.rules(column).reference {
      condition = "a.value IN (SELECT id FROM \(SQL.name(reference.table)))"
    }
    try database.execute(
      """
      UPDATE OR IGNORE \(table) SET \(target) = (SELECT \(value) FROM \(archive) a WHERE a.id = \(table).id) \
      WHERE id IN (SELECT a.id FROM \(archive) a WHERE \(condition) AND \(value) IS NOT NULL)
      """)
    try database.execute(
      """
      DELETE FROM \(archive) WHERE id IN (SELECT t.id FROM \(table) t JOIN \(archive) a ON a.id = t.id \
      WHERE t.\(target) IS \(value))
      """)
    try Archive.dropIfEmpty(name, in: database)
  }
}

/// The archive of an entity or join table that comes back.
struct TableArchive {
  let name: String
  let noted: [String: StoredModel.Column]

  /// Brings back the records that the table may hold, without links to records that are gone. The rest stays.
  func restore(_ entity: EntityDescription, _ model: ModelDescription, in database: SQLConnection) throws {
    let there = try columns(in: database)
    let columns = entity.columns.filter { there.contains($0.column) }
    let schema = TableSchema(entity: entity, model: model)
    let conversions = conversions(to: entity)
    let values = columns.map { column -> String in
      let value = "a." + SQL.name(column.column)
      if let reference = schema.rules(column).reference {
        return "iif(\(value) IN (SELECT id FROM \(SQL.name(reference.table))), \(value), NULL)"
      }
      return conversions[column.column]?.sql(value) ?? value
    }
    let (table, archive) = (SQL.name(entity.table), SQL.name(name))
    try database.execute(
      """
      INSERT OR IGNORE INTO \(table) (\(SQL.names(["id"] + columns.map(\.column)))) \
      SELECT \((["a.id"] + values).joined(separator: ", ")) FROM \(archive) a
      """)
    try database.execute("DELETE FROM \(archive) WHERE id IN (SELECT id FROM \(table))")
    try Archive.dropIfEmpty(name, in: database)
  }

  func conversions(to entity: EntityDescription) -> [String: ValueConversion] {
    var conversions: [String: ValueConversion] = [:]
    for column in entity.columns {
      guard let old = noted[column.column]?.attribute(column.column) else { continue }
      conversions[column.column] = ValueConversion(from: old, isKnown: true, to: column, in: entity.table)
    }
    return conversions
  }

  private func columns(in database: SQLConnection) throws -> Set<String> {
    try Set(database.columns(of: name))
  }
}
