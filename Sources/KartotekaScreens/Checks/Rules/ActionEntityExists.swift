import KartotekaModel

/// An action is about an entity of the application.
struct ActionEntityExists: AppRule {
  let id = "action-entity-exists"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.actions.compactMap { action in
      switch action.scope {
      case .app: return nil
      case .entity(let name), .record(let name):
        guard app.model.entity(named: name) == nil else { return nil }
        return fault(
          entity: name, field: action.name,
          "The action \(action.name) is about \(name), which is no entity of the application.",
          hint: "Add its type to `entities:`.")
      }
    }
  }
}
