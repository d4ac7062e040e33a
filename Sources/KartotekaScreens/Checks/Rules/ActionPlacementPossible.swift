import KartotekaModel

/// An action that a list offers is on its entity and for everybody, and only one takes the place of "+".
struct ActionPlacementPossible: AppRule {
  let id = "action-placement-possible"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.actions.enumerated().compactMap { index, action -> DescriptionFault? in
      guard action.placement == .list || action.placement == .new else { return nil }
      guard case .entity(let name) = action.scope, action.audience == .everybody else {
        return fault(
          field: action.name, "The action \(action.name) can't stand on a list.",
          hint: "Declare it with `onAll:` and for everybody, or place it elsewhere.")
      }
      guard let entity = app.model.entity(named: name) else { return nil }
      let isFirst = !app.actions[..<index].contains { $0.placement == .new && $0.scope == action.scope }
      let hasList = app.list(of: entity) != nil
      guard hasList, action.placement == .list || isFirst else {
        return fault(
          entity: name, field: action.name,
          hasList
            ? "Two actions take the place of “+” of \(name)." : "There is no list of \(name) that could offer it.",
          hint: hasList ? "Place one of them elsewhere." : "Add a tab with a list of \(name), or place it elsewhere.")
      }
      return nil
    }
  }
}
