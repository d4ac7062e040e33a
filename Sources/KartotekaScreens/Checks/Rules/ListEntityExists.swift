import KartotekaModel

/// A list shows the records of an entity of the application.
struct ListEntityExists: AppRule {
  let id = "list-entity-exists"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tabs.filter { tab in
      // Of the others their own rules speak.
      switch tab.screen {
      case .table, .overview, .map, .calendar, .settings: return false
      case .list, .groups: break
      }
      return app.model.entity(named: tab.screen.entity) == nil
    }.map { tab in
      fault(
        entity: tab.screen.entity,
        "The tab “\(tab.title)” shows \(tab.screen.entity), which is no entity of the application.",
        hint: "Add its type to `entities:`.")
    }
  }
}
