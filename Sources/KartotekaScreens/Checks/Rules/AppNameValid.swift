import KartotekaModel

/// An application's name can stand in an address, on a command line and before `.sqlite`.
struct AppNameValid: AppRule {
  let id = "app-name-valid"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    NameForm.isKebabCase(app.name) && app.name.utf8.count <= 60
      ? []
      : [
        fault(
          "“\(app.name)” is no name for an application.",
          hint: "Use up to 60 small ASCII letters, digits and hyphens, a letter first, like travelmap.")
      ]
  }
}
