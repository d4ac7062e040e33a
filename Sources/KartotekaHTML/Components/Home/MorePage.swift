import KartotekaModel

/// The contents of an app's "More": the language, exports, About.
package struct MorePage: Component {
  /// The address to come back to after choosing a language.
  package var path: URLPath
  /// For each entity, its name and the addresses of its records as CSV and JSON.
  package var exports: [Export]
  /// The program's version.
  package var version: String
  /// The file that holds the data.
  package var databaseFile: String
  /// The address of the API's description.
  package var apiDescription: URLPath?
  /// The address of what developers want to know.
  package var developer: URLPath?
  /// The app's screens that stand in no tab bar.
  package var tabs: RowGroup?
  /// Whether shortcuts of a single key are switched on.
  package var hasShortcuts = true
  /// The actions of the app.
  package var actions: ActionBar?
  /// Groups that the app adds.
  package var groups: [RowGroup] = []

  package init(
    path: URLPath, exports: [Export], version: String, databaseFile: String, apiDescription: URLPath? = nil,
    developer: URLPath? = nil, tabs: RowGroup? = nil, hasShortcuts: Bool = true, actions: ActionBar? = nil,
    groups: [RowGroup] = []
  ) {
    self.path = path
    self.exports = exports
    self.version = version
    self.databaseFile = databaseFile
    self.apiDescription = apiDescription
    self.developer = developer
    self.tabs = tabs
    self.hasShortcuts = hasShortcuts
    self.actions = actions
    self.groups = groups
  }

  /// A way to take an entity's records along.
  package struct Export {
    package var title: String
    package var csv: URLPath
    package var json: URLPath

    package init(title: String, csv: URLPath, json: URLPath) {
      (self.title, self.csv, self.json) = (title, csv, json)
    }
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    let export: [any Component] = export(say).map { [$0] } ?? []
    let about = RowGroup(title: say("About"), rows: about(say))
    let first: [any Component] = (tabs.map { [$0] } ?? []) + (actions.map { [$0] } ?? []) + groups
    html.add(WideColumn(title: say("More"), content: first + preferences + export + [about]))
  }

  /// The choices of each person.
  package var preferences: [any Component] {
    [LanguageChoice(returnTo: path), ShortcutChoice(isOn: hasShortcuts, returnTo: path)]
  }

  /// The links to exports, behind one row where there are more than a few; nil if there are none.
  package func export(_ say: Localizer) -> (any Component)? {
    let rows = exports.map { export in
      let records = ["records": Phrase.Argument.text(export.title)]
      return LinkRow(
        title: export.title, symbol: exports.count > 4 ? nil : .download,
        downloads: [
          LinkRow.Download(text: "CSV", label: say("{records} as CSV", records), href: export.csv),
          LinkRow.Download(text: "JSON", label: say("{records} as JSON", records), href: export.json),
        ])
    }
    let title = say("Export all data")
    if rows.count > 4 { return FoldedRows(title: title, symbol: .download, rows: rows) }
    return rows.isEmpty ? nil : RowGroup(title: title, rows: rows)
  }

  /// The rows about the program.
  package func about(_ say: Localizer) -> [LinkRow] {
    var about = [LinkRow(title: say("Version"), value: version), LinkRow(title: say("Data"), detail: databaseFile)]
    if let apiDescription { about.append(LinkRow(title: say("The API's description"), href: apiDescription)) }
    if let developer { about.append(LinkRow(title: say("Developer"), href: developer)) }
    return about
  }
}
