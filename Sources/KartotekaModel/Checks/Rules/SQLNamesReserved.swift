/// Tables and columns avoid the names of SQLite and the platform.
struct SQLNamesReserved: ModelRule {
  let id = "sql-names-reserved"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      let tables =
        [(field: String?.none, name: entity.table)]
        + entity.relationships.compactMap { relationship in
          relationship.joinTable.map { (field: relationship.name, name: $0) }
        }
      return tables.filter { Self.isReserved(table: $0.name) }.map { field, name in
        fault(
          entity, field, "A table can't be named “\(name)”.",
          hint: "Names that begin with \(ReservedNames.tablePrefixes.joined(separator: " or ")) are taken.")
      }
        + entity.columns.filter { Self.isReserved(column: $0.column) }.map { column in
          fault(
            entity, column.name, "A column can't be named “\(column.column)”.",
            hint: "Name another with `.column(\"…\")`: SQLite takes this one for the number of the row.")
        }
    }
  }

  private static func isReserved(table: String) -> Bool {
    isUnusable(table) || ReservedNames.tablePrefixes.contains { table.lowercased().hasPrefix($0) }
  }

  private static func isReserved(column: String) -> Bool {
    isUnusable(column) || ReservedNames.columns.contains(column.lowercased())
  }

  // SQL can't express either.
  private static func isUnusable(_ name: String) -> Bool { name.isEmpty || name.utf8.contains(0) }
}
