import KartotekaModel

/// What an action has to be told is declared as soundly as an entity's attributes are, and is no bytes: forms and the
/// command line have text only.
struct ActionInputsValid: AppRule {
  let id = "action-inputs-valid"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.actions.filter { !$0.form.columns.isEmpty }.flatMap { action in
      // The same rules; those about entities have nothing to say about this one. What it leads to are the others.
      let form = action.form
      let others = app.model.entities.filter { $0.name != form.name && $0.plural != form.plural }
      let found = ModelDescription(entities: [form] + others).check().filter {
        $0.entity == form.name && $0.rule != "attributes-exist"
      }
      let broken = found.map { found in
        fault(
          field: "\(action.name).\(found.field ?? "")", "An input of the action is declared wrongly: \(found.problem)",
          hint: found.hint)
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
