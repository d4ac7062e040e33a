import GRDB
import KartotekaModel

/// What the CHECK clauses of an entity's table say about single rows, while they are switched off
/// (``CheckSwitch``).
struct RowCheck {
  private let statement: RawStatement
  private let names: [Bool]

  /// The check; nil where the table has other clauses than the entity's own: those have to stay on. A table that
  /// another program made has, and one that was added to by a migration.
  init?(_ entity: EntityDescription, _ model: ModelDescription, in database: Database) throws {
    let schema = TableSchema(entity: entity, model: model)
    let stored = try RawStatement(
      "SELECT sql IS ? FROM sqlite_master WHERE type = 'table' AND name = ?", in: database
    ).integer(.text(schema.table), .text(entity.table))
    guard stored == 1 else { return nil }
    let clauses = entity.columns.map { schema.clause($0) }
    names = clauses.map { $0 != nil }
    let values = (["id"] + entity.columns.map(\.column)).map { "? AS " + SQL.name($0) }
    // A clause that is NULL holds.
    let condition = clauses.compactMap { $0.map { "coalesce(\($0), 1)" } }.joined(separator: " AND ")
    statement = try RawStatement(
      "SELECT \(condition.isEmpty ? "1" : condition) FROM (SELECT \(values.joined(separator: ", ")))",
      in: database)
  }

  /// Whether a column has a clause, by its position.
  func concerns(_ position: Int) -> Bool { names[position] }

  /// Whether a row of a buffer may come in.
  func allows(_ row: Int, of rows: RowBuffer) throws -> Bool {
    var isAllowed = false
    try rows.withBound(row..<row + 1, to: statement) {
      isAllowed = try statement.step() && statement.integer(column: 0) != 0
    }
    return isAllowed
  }

  /// Whether a record may come in.
  func allows(_ record: AnyRecord) throws -> Bool {
    statement.reset()
    defer { statement.clear() }
    statement.bind([.null] + record.values)
    return try statement.step() && statement.integer(column: 0) != 0
  }
}
