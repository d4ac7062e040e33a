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

  private static let hint = "Use small ASCII letters, digits and underscores, like last_name."
}
