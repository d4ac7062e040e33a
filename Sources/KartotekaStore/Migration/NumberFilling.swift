import KartotekaModel

/// The numbers of the records that exist when their field becomes a number series, in the order in which they were made.
struct NumberFilling {
  let database: SQLConnection
  let field: NumberCounter.Field

  private var frame: NumberSeries.Frame { field.series.frame(on: .today) }

  /// The change of a migration; nil if no record lacks a number.
  /// - Parameters:
  ///   - value: the SQL of the value that a record will have without it.
  ///   - table: the table by its name before the migration.
  func change(from value: String, in table: String) throws -> MigrationPlan.Change? {
    let count = try count(Self.isEmpty(value), in: table)
    guard count > 0 else { return nil }
    let (frame, last) = (frame, try last(value, in: table))
    return .fillNumbers(
      table: field.table, column: field.attribute.column, records: count, first: frame.text(last + 1),
      last: frame.text(last + Int64(count)))
  }

  /// Gives the numbers, with one statement.
  func fill() throws {
    let (table, column, frame) = (SQL.name(field.table), SQL.name(field.attribute.column), frame)
    let isEmpty = Self.isEmpty(column)
    let count = try count(isEmpty, in: field.table)
    guard count > 0 else { return }
    let last = try last(column, in: field.table)
    try RawStatement(
      """
      UPDATE \(table) AS t SET \(column) = ? || printf('%0\(frame.fewestDigits)d', ? + s.place) || ? FROM \
      (SELECT id, row_number() OVER (ORDER BY id) AS place FROM \(table) WHERE \(isEmpty)) s WHERE s.id = t.id
      """, in: database
    ).run(.text(frame.prefix), .integer(last), .text(frame.suffix))
    try NumberCounter(field: field, database: database).note(last + Int64(count), frame)
  }

  private static func isEmpty(_ value: String) -> String { "ifnull(trim(\(value)), '') = ''" }

  private func count(_ condition: String, in table: String) throws -> Int {
    try database.first(Int.self, "SELECT count(*) FROM \(SQL.name(table)) WHERE \(condition)") ?? 0
  }

  private func last(_ value: String, in table: String) throws -> Int64 {
    let counter = NumberCounter(field: field, database: database, mayLackTable: true)
    return try max(
      counter.stored(frame) ?? 0, NumberCounter.greatest(frame, of: value, in: table, database))
  }
}
