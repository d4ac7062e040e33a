import GRDB
import KartotekaModel

/// Reads an entity's records from rows of `id` and then its columns.
struct RecordReader: Sendable {
  let entity: EntityDescription
  /// `id` and the columns, quoted, of a table or its alias.
  let columns: String
  private let selection: String

  init(_ entity: EntityDescription, alias: String = "t") {
    self.entity = entity
    columns = (["id"] + entity.columns.map(\.column)).map { alias + "." + SQL.name($0) }.joined(
      separator: ", ")
    selection = "SELECT \(columns) FROM \(SQL.name(entity.table)) \(alias) WHERE \(alias).id = ?"
  }

  /// The record in the statement's current row, whose columns begin at that place.
  func record(_ row: RawStatement, from start: Int = 0) -> AnyRecord {
    let values = entity.columns.indices.map { row.value(column: start + 1 + $0) }
    return AnyRecord(entity, id: row.integer(column: start), values: values)
  }

  /// The record of that id; nil when there is none.
  func record(id: RecordID, in database: Database) throws -> AnyRecord? {
    let statement = try RawStatement(selection, in: database)
    statement.bind(.integer(id), at: 1)
    defer { statement.reset() }
    return try statement.step() ? record(statement) : nil
  }
}
