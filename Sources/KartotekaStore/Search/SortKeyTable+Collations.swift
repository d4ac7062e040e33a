import KartotekaModel

// Keys of collations other than root are made in the background after the first read in their order: an application
// whose people don't read the language pays nothing for it.
extension SortKeyTable {
  /// The prefix of the keys of `kartoteka_meta` whose values are the high-water marks of tables that are being filled: such a
  /// table has the keys of the records up to that id, and of changed ones after it. A complete table has no mark.
  static let markPrefix = "filled_"
  private var markKey: String { Self.markPrefix + table }

  // Some milliseconds.
  private static let rowsAtOnce = 1_000

  /// The tables of other collations that the file has, also those that are being filled.
  func made(in database: SQLConnection) throws -> [SortKeyTable] { try collated.filter { try $0.exists(in: database) } }

  /// The tables of other collations that have the keys of all records.
  func filled(in database: SQLConnection) throws -> [SortKeyTable] {
    try made(in: database).filter { try $0.mark(in: database) == nil }
  }

  /// Whether the file has the table. Another program may have made it, or a restored copy lack it.
  func exists(in database: SQLConnection) throws -> Bool {
    try database.hasTable(table)
  }

  /// Makes the table, unless it is there, and adds keys that it lacks, in the order of the ids.
  /// - Returns: whether it has the keys of all records.
  func fill(until end: ContinuousClock.Instant, in database: SQLConnection, _ mapping: ModelMapping) throws -> Bool {
    if try !exists(in: database) {
      for statement in statements { try database.execute(statement) }
      try write(mark: .min, in: database)
      try DependentSchema(mapping: mapping).note(in: database)
    }
    guard var filled = try mark(in: database) else { return true }
    repeat {
      let next = try RawStatement(
        "SELECT max(id) FROM (SELECT id FROM main.\(SQL.name(entity.table)) WHERE id > ? ORDER BY id LIMIT ?)",
        in: database)
      guard let last = try next.integer(.integer(filled), .integer(Int64(Self.rowsAtOnce))) else {
        try removeMark(in: database)
        return true
      }
      try RawStatement(insertion(where: "id > ? AND id <= ?"), in: database).run(.integer(filled), .integer(last))
      filled = last
    } while ContinuousClock.now < end
    try write(mark: filled, in: database)
    return false
  }

  private func mark(in database: SQLConnection) throws -> RecordID? {
    try MetaTable(in: database).number(markKey)
  }

  private func write(mark id: RecordID, in database: SQLConnection) throws {
    try MetaTable(in: database).note(id, as: markKey)
  }

  func removeMark(in database: SQLConnection) throws {
    try MetaTable(in: database).remove(markKey)
  }
}

extension ColumnDescription {
  /// Whether a collation has an order of its own for the column's values: text is sorted alike in languages without an alphabet of their own.
  func isSorted(by collation: Collation) -> Bool {
    guard case .attribute(let attribute) = self, attribute.isText else { return false }
    return collation.of(attribute) == collation
  }
}

extension Collation {
  /// The collation by which those columns are sorted; root where none of them is text that it sorts in a way of its own.
  func of(_ columns: [ColumnDescription]) -> Collation {
    columns.contains { $0.isSorted(by: self) } ? self : .root
  }
}
