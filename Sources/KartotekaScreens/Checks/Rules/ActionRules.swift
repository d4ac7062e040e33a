import KartotekaModel

/// An action's name is valid in an address and on a command line.
struct ActionNameValid: AppRule {
  let id = "action-name-valid"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.actions.map(\.name).filter { !NameForm.isKebabCase($0) }.map { name in
      fault(
        field: name, "“\(name)” is no name for an action.",
        hint: "Use small ASCII letters, digits and hyphens, a letter first, like send-reminder.")
    }
  }
}

/// Actions have different names, also those of different entities: the command line finds them by name alone.
struct ActionNamesUnique: AppRule {
  let id = "action-names-unique"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    var seen: Set<String> = []
    return app.actions.map(\.name).filter { !seen.insert($0).inserted }.map { name in
      fault(field: name, "Two actions have the name \(name).", hint: "Give one of them another name.")
    }
  }
}

/// An action's entity exists in the application.
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
          hint: "Add it to the application's entities.")
      }
    }
  }
}

/// The inputs of an action are declared as soundly as an entity's attributes are, and are no bytes: forms and the
/// command line have text only.
struct ActionInputsValid: AppRule {
  let id = "action-inputs-valid"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.actions.filter { !$0.form.columns.isEmpty }.flatMap { action in
      // The rules of entities apply to the form. The other entities are the targets of its relationships.
      let form = action.form
      let others = app.model.entities.filter { $0.name != form.name && $0.plural != form.plural }
      let found = ModelDescription(entities: [form] + others).check().filter {
        $0.entity == form.name && $0.rule != "attributes-exist"
      }
      let broken = found.map { found in
        fault(
          field: "\(action.name).\(found.field ?? "")",
          "An input of the action is declared wrongly: \(found.problemText)",
          hint: found.hintText)
      }
      let bytes = action.inputs.filter { $0.behavior.storage == .blob }.map { input in
        fault(
          field: "\(action.name).\(input.name)", "An action can't be told bytes.",
          hint: "Ask for something else, or make it an attribute of the record.")
      }
      return broken + bytes
    }
  }
}

/// The states in which an action is offered are states of its entity.
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
      guard let list = app.list(of: entity)?.list else {
        return fault(
          entity: name, field: action.name, "There is no list of \(name) that could offer it.",
          hint: "Add a tab with a list of \(name), or place it elsewhere.")
      }
      guard action.placement == .new else { return nil }
      guard isFirst else {
        return fault(
          entity: name, field: action.name, "Two actions take the place of “+” of \(name).",
          hint: "Place one of them elsewhere.")
      }
      guard list.offersNew else {
        return fault(
          entity: name, field: action.name, "It takes the place of “+”, which the list of \(name) does not have.",
          hint: "Drop `.withoutNew()`: the action replaces “+” already.")
      }
      return nil
    }
  }
}

/// Values that close records are optional, and the actions that set and remove values exist.
struct ClosingSound: AppRule {
  let id = "closing-sound"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.model.entities.flatMap { entity in
      entity.attributes.filter { $0.settingAction != nil }.flatMap { attribute in
        actions(of: attribute, entity, in: app)
          + (attribute.closing != nil && attribute.isRequired ? [required(attribute, entity)] : [])
      }
    }
  }

  private func actions(
    of attribute: AttributeDescription, _ entity: EntityDescription, in app: AppDescription
  ) -> [DescriptionFault] {
    let names = [attribute.settingAction, attribute.closing?.reopening].compactMap(\.self)
    let known = app.actions.filter { $0.scope == .record(entity.name) }.map(\.name)
    return names.filter { !known.contains($0) }.map { name in
      fault(
        entity: entity.name, field: attribute.name, "The action \(name) that sets it is no action on this entity.",
        hint: "Declare the action, or name one that the entity has.")
    }
  }

  private func required(_ attribute: AttributeDescription, _ entity: EntityDescription) -> DescriptionFault {
    fault(
      entity: entity.name, field: attribute.name, "It closes records, and every record has a value here.",
      hint: "Make it optional: records are open while they have none.")
  }
}
