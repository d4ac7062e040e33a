import KartotekaModel

/// What an app's "More" holds: the language, ways to take the data along, what this is.
struct MorePage: Component {
  /// The address to come back to after choosing a language.
  var path: URLPath
  /// For each entity, its name and the addresses of its records as CSV and JSON.
  var exports: [Export]
  /// The program's version.
  var version: String
  /// The file that holds the data.
  var databaseFile: String
  /// The address of the API's description.
  var apiDescription: URLPath?
  /// The address of what developers want to know.
  var developer: URLPath?
  /// The app's screens that stand in no tab bar.
  var tabs: RowGroup?
  /// Whether shortcuts of a single key are switched on.
  var hasShortcuts = true
  /// What the app can be told to do.
  var actions: ActionBar?
  /// Groups that the app adds.
  var groups: [RowGroup] = []

  /// A way to take an entity's records along.
  struct Export {
    var title: String
    var csv: URLPath
    var json: URLPath
  }

  func write(to html: inout HTMLWriter) {
    let say = html.say
    let export: [any Component] = export(say).map { [$0] } ?? []
    let about = RowGroup(title: say("About"), rows: about(say))
    let first: [any Component] = (tabs.map { [$0] } ?? []) + (actions.map { [$0] } ?? []) + groups
    html.add(WideColumn(title: say("More"), content: first + preferences + export + [about]))
  }

  /// What each person can choose for themselves.
  var preferences: [any Component] {
    [LanguageChoice(returnTo: path), ShortcutChoice(isOn: hasShortcuts, returnTo: path)]
  }

  /// The ways to take the data along; nil where there is none.
  func export(_ say: Localizer) -> RowGroup? {
    let rows = exports.flatMap { export in
      [
        LinkRow(
          title: say("{records} as CSV", ["records": .text(export.title)]),
          detail: say("For spreadsheets"), symbol: .download, href: export.csv, isDownload: true),
        LinkRow(
          title: say("{records} as JSON", ["records": .text(export.title)]),
          detail: say("For programs"), symbol: .download, href: export.json, isDownload: true),
      ]
    }
    return rows.isEmpty ? nil : RowGroup(title: say("Take the data along"), rows: rows)
  }

  /// What this is.
  func about(_ say: Localizer) -> [LinkRow] {
    var about = [LinkRow(title: say("Version"), value: version), LinkRow(title: say("Data"), detail: databaseFile)]
    if let apiDescription { about.append(LinkRow(title: say("The API's description"), href: apiDescription)) }
    if let developer { about.append(LinkRow(title: say("Developer"), href: developer)) }
    return about
  }
}
