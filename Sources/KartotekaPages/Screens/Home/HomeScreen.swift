import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The home screen: a drawer with all applications.
struct HomeScreen: Sendable {
  let apps: [AppScreens]
  /// The applications that could not be opened.
  let unavailable: [UnavailableApp]
  let branding: Branding
  let assets: Assets
  /// The data folder.
  let dataFolder: String
  /// Whether other machines can reach the server.
  let isOpenToEverybody: Bool
  /// Whether applications can be created.
  var makesApps = false
  /// Whether those who ask administer the server.
  var administers = true
  /// The name of the person who is signed in; nil without people.
  var person: String?
  /// Whether the first account is offered.
  var offersFirst = false
  /// The state of the backups; nil where there are none.
  var backups: BackupSummary?

  /// The hue of the platform.
  static let hue = 62

  /// The page.
  /// - Parameters:
  ///   - isOnThisMachine: whether the request comes from this machine, so that the data folder may be shown.
  ///   - hidesExamples: whether the person has hidden the examples.
  ///   - removed: the applications that can be brought back.
  ///   - sharing: the switch by which the server is shared in the network, or what it has done.
  func page(
    _ say: Localizer, isOnThisMachine: Bool, hidesExamples: Bool = false, removed: [HomePage.Removed] = [],
    sharing: [any Component] = []
  ) async throws -> ScreenDocument {
    var (dividers, examples): ([HomePage.Divider], [HomePage.Divider]) = ([], [])
    for screens in apps {
      let description = screens.description
      // Each application has its own catalogue.
      let say = Localizer(language: say.language, catalogue: screens.app.catalogue)
      let divider = HomePage.Divider(
        title: say(description.title), summary: say(description.summary), symbol: description.symbol,
        hue: description.hue, href: screens.path, counts: try await counts(screens, say))
      if isExample(screens.app) { examples.append(divider) } else { dividers.append(divider) }
    }
    for closed in unavailable {
      let description = closed.app.description
      let own = Localizer(language: say.language, catalogue: closed.catalogue)
      dividers.append(
        HomePage.Divider(
          title: own(description.title), summary: own(closed.problem.detail), symbol: description.symbol,
          hue: description.hue, href: URLPath(description.name), counts: own(closed.state)))
    }
    let title = say(branding.title)
    var home = HomePage(
      title: title, apps: dividers,
      summary: isKartoteka ? say("Turns a spreadsheet, a SQLite file or an empty form into an application") : "",
      version: KartotekaVersion.current)
    home.logo = branding.servedLogo == nil ? nil : assets.icon
    home.examples = examples
    home.hidesExamples = hidesExamples
    home.removed = removed.isEmpty ? nil : (RemovedApps.path, removed)
    home.beginning =
      makesApps && administers
      ? HomePage.Beginning(files: ProposalScreen.path, templates: NewApplicationScreen.path) : nil
    home.backups = backups?.row(say)
    home.account = account(say)
    home.sharing = sharing
    home.dataFolder = isOnThisMachine ? dataFolder : nil
    home.isOpenToEverybody = isOpenToEverybody
    return .page(Page(title: title, hue: Self.hue, assets: assets, kind: .home), columns: [home])
  }

  private func account(_ say: Localizer) -> [LinkRow] {
    guard let person else {
      let first = LinkRow(
        title: say("Work with others"), detail: say("Make your account, and invite others"), symbol: .people,
        href: PeopleAddress.first)
      return offersFirst ? [first] : []
    }
    let you = LinkRow(title: person, detail: say("Your account, signing out"), symbol: .person, href: PeopleAddress.you)
    let people = LinkRow(
      title: say("People"), detail: say("Who may use which applications"), symbol: .people, href: PeopleAddress.people)
    return administers ? [you, people] : [you]
  }

  private var isKartoteka: Bool { branding.title == Branding().title }

  // The applications that Kartoteka ships with are examples beside those that a person makes or opens.
  private func isExample(_ app: RunningApp) -> Bool {
    isKartoteka && makesApps && app.app.design == nil && app.openedFile == nil
  }

  private func counts(_ screens: AppScreens, _ say: Localizer) async throws -> String {
    var parts: [String] = []
    // Only two counts fit into one line.
    let model = screens.description.model
    for tab in screens.description.tabs where parts.count < 2 {
      guard let entity = model.entity(named: tab.screen.entity),
        let count = try await screens.store.countIfPossible(entity)
      else { continue }
      parts.append(say.counted(count, entity.nouns, titled: tab.title))
    }
    return parts.joined(separator: " · ")
  }
}
