import KartotekaModel

/// A tab's address has the form of one, and is not the platform's or another entity's.
struct TabPathsValid: AppRule {
  let id = "tab-paths-valid"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tabs.compactMap { tab in
      if !NameForm.isKebabCase(tab.path) {
        return fault(
          field: tab.path, "“\(tab.path)” is no address for a tab.",
          hint: "Use small ASCII letters, digits and hyphens.")
      }
      if ReservedNames.paths.contains(tab.path), tab.settings == nil {
        return fault(
          field: tab.path, "The platform needs the address \(tab.path) itself.",
          hint: "Give the tab another `path:`.")
      }
      guard let entity = app.model.entity(plural: tab.path), entity.name != tab.screen.entity else {
        return nil
      }
      return fault(
        entity: entity.name, field: tab.path,
        "The address \(tab.path) belongs to \(entity.name), which the tab doesn't show.",
        hint: "Give the tab another `path:`.")
    }
  }
}
