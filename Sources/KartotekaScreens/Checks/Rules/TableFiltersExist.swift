import KartotekaModel

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
            hint: "Add it to `columns:`, or take the filter away.")
        }
        if filter.isPart, entity.attribute(filter.name)?.isText != true {
          return fault(
            entity: entity.name, field: filter.name,
            "The table in “\(tab.title)” filters by a part of it, and it is no text.",
            hint: "Filter by the whole value: `.filtering(_:)` without `containing:`.")
        }
        guard table.filters[..<index].contains(where: { $0.name == filter.name }) else { return nil }
        return fault(
          entity: entity.name, field: filter.name,
          "The table in “\(tab.title)” has two filters above the same column.", hint: "Take one of them away.")
      }
    }
  }
}
