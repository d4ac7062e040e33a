import KartotekaModel

/// An action's name can stand in an address and on a command line.
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
