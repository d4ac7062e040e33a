import KartotekaModel

/// The counter of a number series: for each frame the greatest number that was given or typed.
///
/// The row is in no change set, so that neither an undo nor a deletion gives a number a second time. A frame without a row begins
/// behind the greatest number that records have.
struct NumberCounter {
  static let name = "kartoteka_numbers"
  static let schema = """
    CREATE TABLE \(name) (entity TEXT NOT NULL, field TEXT NOT NULL, prefix TEXT NOT NULL, suffix TEXT NOT NULL, \
    last INTEGER NOT NULL, PRIMARY KEY (entity, field, prefix, suffix)) STRICT, WITHOUT ROWID
    """

  private static let noting = """
    INSERT INTO \(name) (entity, field, prefix, suffix, last) VALUES (?, ?, ?, ?, ?) \
    ON CONFLICT DO UPDATE SET last = excluded.last WHERE excluded.last > last
    """

  /// The attribute of an entity with its series.
  struct Field: Sendable {
    let table: String
    let position: Int
    let attribute: AttributeDescription
    let series: NumberSeries

    /// The number series of an entity.
    static func all(of entity: EntityDescription) -> [Field] {
      entity.columns.enumerated().compactMap { position, column in
        guard case .attribute(let attribute) = column, let series = attribute.numbers else { return nil }
        return Field(table: entity.table, position: position, attribute: attribute, series: series)
      }
    }
  }

  let field: Field
  let database: SQLConnection
  /// Whether an older file may lack the table, which is only read then.
  var mayLackTable = false

  private var column: String { SQL.name(field.attribute.column) }

  /// The next number of a frame, which is given by that.
  /// - Throws: ``StoreError`` `.invalid` if no number is left.
  func take(_ frame: NumberSeries.Frame) throws -> String {
    let number = try next(frame)
    try note(number, frame)
    return frame.text(number)
  }

  /// The number that a new record would get.
  /// - Throws: as ``take(_:)``.
  func next(_ frame: NumberSeries.Frame) throws -> Int64 {
    var last = try last(frame)
    // Another program may have added records, and people may have typed numbers that are not counted.
    if try isTaken(frame.text(last + 1)) { last = max(last, try greatest(frame)) }
    while last < NumberSeries.greatest, try isTaken(frame.text(last + 1)) { last += 1 }
    guard last < NumberSeries.greatest else {
      throw StoreError.invalid([
        FieldFault(
          field.attribute.name, Phrase("No number is left after {number}", ["number": .text(frame.text(last))]))
      ])
    }
    return last + 1
  }

  /// Has the series go on behind a text, if the pattern gives it on any day.
  func note(_ text: String) throws {
    guard let (frame, number) = field.series.read(text) else { return }
    try note(max(number, stored(frame) ?? greatest(frame)), frame)
  }

  /// Has a frame go on behind a number.
  func note(_ number: Int64, _ frame: NumberSeries.Frame) throws {
    try RawStatement(Self.noting, in: database).run(
      .text(field.table), .text(field.attribute.column), .text(frame.prefix), .text(frame.suffix), .integer(number))
  }

  /// The greatest number of a frame so far; 0 for none.
  func last(_ frame: NumberSeries.Frame) throws -> Int64 { try stored(frame) ?? greatest(frame) }

  /// The greatest number that was given or typed; nil if none was.
  func stored(_ frame: NumberSeries.Frame) throws -> Int64? {
    if mayLackTable, try !database.hasTable(Self.name) { return nil }
    return try RawStatement(
      "SELECT last FROM \(Self.name) WHERE entity = ? AND field = ? AND prefix = ? AND suffix = ?", in: database
    ).integer(.text(field.table), .text(field.attribute.column), .text(frame.prefix), .text(frame.suffix))
  }

  private func isTaken(_ text: String) throws -> Bool {
    try RawStatement(
      "SELECT EXISTS (SELECT 1 FROM \(SQL.name(field.table)) WHERE \(column) = ?)", in: database
    ).integer(.text(text)) == 1
  }

  private func greatest(_ frame: NumberSeries.Frame) throws -> Int64 {
    try Self.greatest(frame, of: column, in: field.table, database)
  }

  /// The greatest number of a frame that values of a table have; 0 for none. With a text before the counter, only its part of the
  /// column's index is read.
  /// - Parameter value: the SQL of a value: a column, or what becomes of one.
  static func greatest(
    _ frame: NumberSeries.Frame, of value: String, in table: String, _ database: SQLConnection
  ) throws -> Int64 {
    let (start, end) = (frame.prefix.unicodeScalars.count, frame.suffix.unicodeScalars.count)
    let counter = "substr(v, \(start + 1), length(v) - \(start + end))"
    let lengths = "\(start + end + 1) AND \(start + end + NumberSeries.mostTypedDigits)"
    var statement = """
      SELECT max(CAST(\(counter) AS INTEGER)) FROM (SELECT \(value) AS v FROM \(SQL.name(table))) WHERE v >= ? AND v < ? \
      AND length(v) BETWEEN \(lengths) AND \(counter) NOT GLOB '*[^0-9]*'
      """
    // The greatest code point stands before no counter.
    var values: [Value] = [.text(frame.prefix), .text(frame.prefix + "\u{10ffff}")]
    if end > 0 {
      statement += " AND substr(v, -\(end)) = ?"
      values.append(.text(frame.suffix))
    }
    let row = try RawStatement(statement, in: database)
    row.bind(values)
    defer { row.reset() }
    guard try row.step(), case .integer(let number) = row.value(column: 0) else { return 0 }
    return number
  }
}

// A backup that takes the place of a database.
extension NumberCounter {
  /// The counters of a database: numbers that it has given are not given again by a backup that takes its place.
  static func all(in database: SQLConnection) throws -> [[Value]] {
    guard try database.hasTable(name) else { return [] }
    let row = try RawStatement("SELECT entity, field, prefix, suffix, last FROM \(name)", in: database)
    defer { row.reset() }
    var counters: [[Value]] = []
    while try row.step() { counters.append((0..<5).map { row.value(column: $0) }) }
    return counters
  }

  /// Has the counters of a database go on behind those of another one.
  static func goOn(behind counters: [[Value]], in database: SQLConnection) throws {
    let statement = try RawStatement(noting, in: database)
    for counter in counters {
      statement.bind(counter)
      while try statement.step() {}
      statement.reset()
    }
  }
}
