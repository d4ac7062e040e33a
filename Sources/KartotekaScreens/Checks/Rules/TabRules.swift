import KartotekaModel

/// An application has at least one screen.
struct TabsExist: AppRule {
  let id = "tabs-exist"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tabs.isEmpty
      ? [
        fault(
          "The application has no tabs.", hint: "Declare one, with a list of an entity.")
      ]
      : []
  }
}

/// A tab's address is valid, and is neither an address of the platform nor of another entity.
struct TabPathsValid: AppRule {
  let id = "tab-paths-valid"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tabs.compactMap { tab in
      // The name of an own page is for the check of pages.
      if case .page = tab.screen { return nil }
      if !NameForm.isKebabCase(tab.path) {
        return fault(
          field: tab.path, "“\(tab.path)” is no address for a tab.",
          hint: "Use small ASCII letters, digits and hyphens.")
      }
      if ReservedNames.paths.contains(tab.path), tab.settings == nil {
        return fault(
          field: tab.path, "The platform needs the address \(tab.path) itself.",
          hint: "Give the tab another address.")
      }
      guard let entity = app.model.entity(plural: tab.path), entity.name != tab.screen.entity else {
        return nil
      }
      return fault(
        entity: entity.name, field: tab.path,
        "The address \(tab.path) belongs to \(entity.name), which the tab doesn't show.",
        hint: "Give the tab another address.")
    }
  }
}

/// Tabs have different addresses.
struct TabPathsUnique: AppRule {
  let id = "tab-paths-unique"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    var seen: Set<String> = []
    return app.tabs.filter { !seen.insert($0.path).inserted }.map { tab in
      fault(
        field: tab.path, "The tab “\(tab.title)” has the address \(tab.path) of another tab.",
        hint: "Give one of them an address of its own.")
    }
  }
}
