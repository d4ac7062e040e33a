import KartotekaModel

/// The states in which an action is offered are those of its record.
struct ActionStatesExist: AppRule {
  let id = "action-states-exist"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.actions.flatMap { action in
      var entity: EntityDescription?
      if case .record(let name) = action.scope { entity = app.model.entity(named: name) }
      return action.states.filter { entity?.state($0) == nil }.map { state in
        fault(
          entity: entity?.name, field: action.name,
          "The action \(action.name) is offered in the state \(state), which no record of it can be in.",
          hint: "Declare the state with the entity, or name one that it has.")
      }
    }
  }
}
