import KartotekaModel
import KartotekaScreens

private struct Stamp: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let country = Attribute<CountryCode>("Country")
}

/// Applications whose settings can't be set or shown, and one that is sound.
enum FaultySettings {
  static let sound = app([tab(description)])

  static let all: [FaultyApp] = [
    broken { $0.groups[0].settings[0].name = "Per page" },
    broken { $0.groups[0].settings[0].label = " " },
    broken { $0.groups[0].settings[0].defaultValue = .integer(90) },
    broken { $0.groups[0].settings[0].kind = .picture },
    broken { $0.groups[0].settings.append($0.groups[0].settings[0]) },
    broken { $0.groups[0].secrets.append($0.groups[0].secrets[0]) },
    broken { $0.groups[0].secrets = [Secret("perPage", "Key", environment: "KEY").description] },
    broken { $0.groups[0].secrets = [Secret("mapKey", "Key", environment: "").description] },
    broken { $0.panels[0].entity = "letter" },
    broken { $0.panels[0].country = "name" },
    broken { $0.panels[0].counted = "letter" },
    broken { $0.about?.credits[0].secret = "otherKey" },
    FaultyApp("settings-consistent", app([tab(description), tab(description, path: "other")])),
    FaultyApp("settings-consistent", app([tab(description, path: "other")])),
    FaultyApp("settings-consistent", app([hidden])),
  ]

  private static let key = Secret("mapKey", "Map key", environment: "MAP_KEY")

  private static let description = SettingsScreen {
    WorldShare(\Stamp.country, counting: Stamp.self)
    SettingsGroup("Looks") {
      Setting("perPage", "Per page", 1...80, default: 10)
      Setting("isPlain", "Plain", default: false)
      key
    }
    About("Keeps stamps.").credit("Maps by somebody", "https://example.org", with: key)
  }.description

  private static func broken(_ change: (inout SettingsDescription) -> Void) -> FaultyApp {
    guard case .settings(var settings) = description else { return FaultyApp("settings-consistent", sound) }
    change(&settings)
    return FaultyApp("settings-consistent", app([tab(.settings(settings))]))
  }

  private static func tab(_ screen: ScreenDescription, path: String = "settings") -> TabDescription {
    TabDescription(path: path, title: "Settings", symbol: .gear, screen: screen)
  }

  private static var hidden: TabDescription {
    var tab = tab(description)
    tab.isUnderMore = true
    return tab
  }

  private static func app(_ tabs: [TabDescription]) -> AppDescription {
    let list = TabDescription(
      path: "stamps", title: "Stamps", symbol: .list,
      screen: .list(ListDescription(entity: "stamp", title: ["name"], subtitle: [])))
    return AppDescription(
      name: "album", title: "Album", summary: "", symbol: .book, hue: 120, model: ModelDescription([Stamp.self]),
      tabs: [list] + tabs)
  }
}
