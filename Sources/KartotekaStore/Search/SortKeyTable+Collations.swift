import GRDB
import KartotekaModel

// Keys of collations other than root are made in the background after the first read in their order: an application
// whose people don't read the language pays nothing for it.
extension SortKeyTable {
  /// The tables of other collations that the file has.
  func made(in database: Database) throws -> [SortKeyTable] { try collated.filter { try $0.exists(in: database) } }

  /// Whether the file has the table. Another program may have made it, or a restored copy lack it.
  func exists(in database: Database) throws -> Bool {
    try RawStatement("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", in: database)
      .integer(.text(table)) == 1
  }

  /// Makes the table with the keys of all records, unless it is there.
  func make(in database: Database, _ mapping: ModelMapping) throws {
    guard try !exists(in: database) else { return }
    for statement in statements { try database.execute(sql: statement) }
    try append(after: .min, in: database)
    try DependentSchema(mapping: mapping).note(in: database)
  }
}

extension ColumnDescription {
  /// Whether a collation has an order of its own for the column's values: text is sorted alike in English and Russian.
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
