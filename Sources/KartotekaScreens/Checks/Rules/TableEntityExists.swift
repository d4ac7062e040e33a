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
        hint: "Add its type to `entities:`.")
    }
  }
}
