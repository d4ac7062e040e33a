import KartotekaModel

/// The version of the description's format is one that this program can read.
struct AppVersionKnown: AppRule {
  let id = "app-version-known"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    let known = 1...AppDescription.currentVersion
    guard !known.contains(app.version) else { return [] }
    return [
      fault(
        "The application is described in form \(app.version); this version reads \(known.upperBound) at most.",
        hint: "Use the version of Kartoteka that wrote it, or a newer one.")
    ]
  }
}

/// An application's name is valid in an address, on a command line and before `.sqlite`.
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

/// An application's name is not one of the server's own addresses: `/api`, `/health`.
package struct AppNameReserved: AppRule {
  package let id = "app-name-reserved"

  /// The names.
  package static let names: Set<String> = [
    "api", "apps", "assets", "health", "shortcuts", "search", "language", "favicon.svg", "favicon.ico", "robots.txt",
    "manifest.webmanifest", "ics",
  ]

  package func faults(in app: AppDescription) -> [DescriptionFault] {
    Self.names.contains(app.name)
      ? [fault("The server needs the address /\(app.name) itself.", hint: "Choose another name.")] : []
  }
}

/// The application, its tabs and its actions have titles.
struct AppTitleGiven: AppRule {
  let id = "app-title-given"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    let tabs = app.tabs.filter { $0.title.trimmingSpaces().isEmpty }.map { tab in
      fault(
        field: tab.path, "The tab has no title.", hint: "Give it the word that people read below its symbol.")
    }
    let actions = app.actions.filter { $0.title.trimmingSpaces().isEmpty }.map { action in
      fault(field: action.name, "The action has no title.", hint: "Give it the words that stand on its button.")
    }
    let faults = tabs + actions
    return app.title.trimmingSpaces().isEmpty
      ? [fault("The application has no title.", hint: "Give it the words that people read.")] + faults
      : faults
  }
}

/// An application's hue is a degree, and none of the reds: red means delete.
struct HueAllowed: AppRule {
  let id = "hue-allowed"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    if !(0...359).contains(app.hue) {
      return [fault("There is no hue \(app.hue).", hint: "Use 0 to 359.")]
    }
    return (10...40).contains(app.hue)
      ? [fault("The hue \(app.hue) is red, which means delete.", hint: "Use one below 10 or above 40.")] : []
  }
}

/// The catalogue of every language can be read.
struct CatalogueReadable: AppRule {
  let id = "catalogue-readable"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.brokenCatalogues.map { language in
      fault(
        field: language, "The catalogue of the language \(language) can't be read.",
        hint: "Make it a JSON object from the English sentence to the other, or to its plural forms.")
    }
  }
}

/// The history keeps images for a day at least, so that people can undo for that time, and its images have some space.
struct HistoryKept: AppRule {
  let id = "history-kept"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.history.days >= 1 && app.history.bytes >= 1_000_000
      ? []
      : [
        fault(
          "The history is kept for \(app.history.days) days and \(app.history.bytes) bytes.",
          hint: "Use a day and a megabyte or more.")
      ]
  }
}
