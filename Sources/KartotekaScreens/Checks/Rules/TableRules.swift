import KartotekaModel

/// A table shows the records of an entity of the application.
struct TableEntityExists: AppRule {
  let id = "table-entity-exists"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tabs.compactMap { tab in
      guard case .table(let table) = tab.screen, app.model.entity(named: table.entity) == nil else { return nil }
      return fault(
        entity: table.entity,
        "The table in “\(tab.title)” shows \(table.entity), which is no entity of the application.",
        hint: "Add it to the application's entities.")
    }
  }
}

/// A table's columns are attributes other than blobs, or to-one relationships, of its entity, each once.
///
/// The rules of the model check the sort order.
struct TableColumnsExist: AppRule {
  let id = "table-columns-exist"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tables.flatMap { tab, table, entity in
      table.columns.enumerated().compactMap { index, name -> DescriptionFault? in
        if entity.position(of: name) == nil {
          return fault(
            entity: entity.name, field: name,
            "The table in “\(tab.title)” has it as a column, and \(entity.name) has no such attribute or to-one relationship.",
            hint: "Declare it, or leave it out of the table.")
        }
        if entity.attribute(name)?.behavior.storage == .blob {
          return fault(
            entity: entity.name, field: name, "The table in “\(tab.title)” shows bytes as text.",
            hint: "Leave it out of the table.")
        }
        guard table.columns[..<index].contains(name) else { return nil }
        return fault(
          entity: entity.name, field: name, "The table in “\(tab.title)” has the column twice.",
          hint: "Leave one of them out.")
      }
    }
  }
}

/// A table's filters stand above its columns, at most one above each.
struct TableFiltersExist: AppRule {
  let id = "table-filters-exist"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tables.flatMap { tab, table, entity in
      table.filters.enumerated().compactMap { index, filter -> DescriptionFault? in
        if !table.columns.contains(filter.name) {
          return fault(
            entity: entity.name, field: filter.name,
            "The table in “\(tab.title)” filters by it, and has no such column.",
            hint: "Add it to the table's columns, or take the filter away.")
        }
        if filter.isPart, entity.attribute(filter.name)?.isText != true {
          return fault(
            entity: entity.name, field: filter.name,
            "The table in “\(tab.title)” filters by a part of it, and it is no text.",
            hint: "Filter by the whole value.")
        }
        guard table.filters[..<index].contains(where: { $0.name == filter.name }) else { return nil }
        return fault(
          entity: entity.name, field: filter.name,
          "The table in “\(tab.title)” has two filters above the same column.", hint: "Take one of them away.")
      }
    }
  }
}
