/// Tables and columns have snake-case names, which need no quotes in SQL.
struct SQLNamesSnakeCase: ModelRule {
  let id = "sql-names-snake-case"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      let joins = entity.relationships.flatMap { relationship in
        [relationship.joinTable, relationship.joinColumns?.own, relationship.joinColumns?.related]
          .compactMap(\.self).map { (field: relationship.name, name: $0) }
      }
      let columns = entity.columns.map { (field: $0.name, name: $0.column) }
      let faults = (columns + joins).filter { !NameForm.isSnakeCase($0.name) }.map { field, name in
        fault(entity, field, "“\(name)” is no name for a table or column.", hint: Self.hint)
      }
      return NameForm.isSnakeCase(entity.table)
        ? faults : faults + [fault(entity, nil, "“\(entity.table)” is no name for a table.", hint: Self.hint)]
    }
  }

  private static let hint: FaultText = "Use small ASCII letters, digits and underscores, like last_name."
}

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
            hint: "Name another column: SQLite takes this one for the number of the row.")
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

/// Each attribute and to-one relationship of an entity has its own column.
struct ColumnsUnique: ModelRule {
  let id = "columns-unique"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      repeated(entity.columns) { $0.column.lowercased() }.map { column, first in
        fault(
          entity, column.name, "Its column, \(column.column), is also that of \(first.name).",
          hint: "Name another column for one of the two.")
      }
    }
  }
}

/// Each many-to-many relationship has its own join table, shared only with its inverse.
struct JoinTablesUnique: ModelRule {
  let id = "join-tables-unique"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    let tables = Set(model.entities.map { $0.table.lowercased() })
    let joins = model.relationships.filter { $0.relationship.cardinality == .manyToMany }
    let complaints = joins.compactMap { entity, relationship -> DescriptionFault? in
      guard let table = relationship.joinTable, relationship.joinColumns != nil else {
        return fault(
          entity, relationship.name, "It has no join table.", hint: "Give it a table and two columns.")
      }
      guard tables.contains(table.lowercased()) else { return nil }
      return fault(
        entity, relationship.name, "Its join table, \(table), is also that of an entity.",
        hint: "Rename the relationship or the entity.")
    }
    // Inverse sides share a table, so only one of them is checked.
    let leading = joins.filter { entity, relationship in
      guard let inverse = relationship.inverse else { return relationship.joinTable != nil }
      return relationship.joinTable != nil
        && (entity.name, relationship.name) <= (relationship.target, inverse)
    }
    let shared = repeated(leading) { $0.relationship.joinTable?.lowercased() ?? "" }.map { join, first in
      fault(
        join.entity, join.relationship.name,
        "Its join table, \(join.relationship.joinTable ?? ""), is also that of \(first.entity.name).\(first.relationship.name).",
        hint: "Rename one of the two relationships.")
    }
    return complaints + shared
  }
}
