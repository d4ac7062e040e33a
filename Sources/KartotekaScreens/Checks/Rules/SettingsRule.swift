import KartotekaModel

/// There is one settings screen at most, in the tab bar; what can be set there is declared as soundly as an entity's
/// attributes are, and what it shows can be counted.
struct SettingsConsistent: AppRule {
  let id = "settings-consistent"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    let tabs = app.tabs.filter { $0.settings != nil }
    var faults = tabs.dropFirst().map { tab in
      fault(field: tab.path, "There are two settings screens.", hint: "Put all settings into one.")
    }
    faults += tabs.filter { $0.isUnderMore || $0.path != ScreenDescription.settingsPath }.map { tab in
      fault(
        field: tab.path, "The settings screen has to be found where More would be.",
        hint: "Give it no address of its own, and don't put it under More.")
    }
    guard let settings = tabs.first?.settings else { return faults }
    return faults + names(app) + values(app) + settings.panels.flatMap { panel($0, app) } + credits(settings, app)
  }

  private func names(_ app: AppDescription) -> [DescriptionFault] {
    let names = app.settings.attributes.map(\.name) + app.secrets.map(\.name)
    var seen: Set<String> = []
    let twice = names.filter { !seen.insert($0).inserted }.map { name in
      fault(field: name, "Two settings have the name \(name).", hint: "Give one of them another name.")
    }
    let secrets = app.secrets.filter {
      !NameForm.isCamelCase($0.name) || $0.label.isEmpty || $0.environment.isEmpty
    }
    return twice
      + secrets.map { secret in
        fault(
          field: secret.name, "The secret “\(secret.name)” lacks a name, a label or an environment variable.",
          hint: "Declare it as Secret(\"pexelsKey\", \"Pexels key\", environment: \"PEXELS_API_KEY\").")
      }
  }

  // The rules of attributes apply. Rules about entities do not.
  private func values(_ app: AppDescription) -> [DescriptionFault] {
    let settings = app.settings
    guard !settings.attributes.isEmpty else { return [] }
    let found = ModelDescription(entities: [settings]).check().filter {
      $0.entity == settings.name && !["names-reserved", "fields-unique", "columns-unique"].contains($0.rule)
    }
    let broken = found.map { found in
      fault(field: found.field, "A setting is declared wrongly: \(found.problemText)", hint: found.hintText)
    }
    let bytes = settings.attributes.filter(\.isBytes).map { setting in
      fault(field: setting.name, "A setting can't be bytes.", hint: "Make it an attribute of a record.")
    }
    return broken + bytes
  }

  private func panel(_ panel: WorldShareDescription, _ app: AppDescription) -> [DescriptionFault] {
    let isKnown = app.model.entity(named: panel.entity)?.attribute(panel.country)?.kind == .country
    let isCounted = panel.counted.map { app.model.entity(named: $0) != nil } ?? true
    return isKnown && isCounted
      ? []
      : [
        fault(
          entity: panel.entity, field: panel.country, "“\(panel.title)” is about what the application doesn't have.",
          hint: "Name an attribute that holds a country, and entities of the application.")
      ]
  }

  private func credits(_ settings: SettingsDescription, _ app: AppDescription) -> [DescriptionFault] {
    let known = Set(app.secrets.map(\.name))
    return (settings.about?.credits ?? []).compactMap(\.secret).filter { !known.contains($0) }.map { name in
      fault(
        field: name, "A credit depends on the secret \(name), which can't be set.",
        hint: "Add it to a group of settings.")
    }
  }
}
