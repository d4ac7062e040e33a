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

  /// The hue of the platform.
  static let hue = 62

  /// The page.
  /// - Parameter isOnThisMachine: whether the request comes from this machine, so that the data folder may be shown.
  func page(_ say: Localizer, isOnThisMachine: Bool) async throws -> ScreenDocument {
    var dividers: [HomePage.Divider] = []
    for screens in apps {
      let description = screens.description
      // Each application has its own catalogue.
      let say = Localizer(language: say.language, catalogue: screens.app.catalogue)
      dividers.append(
        HomePage.Divider(
          title: say(description.title), summary: say(description.summary), symbol: description.symbol,
          hue: description.hue, href: screens.path, counts: try await counts(screens, say)))
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
    let home = HomePage(
      title: title, logo: branding.servedLogo == nil ? nil : assets.icon, apps: dividers,
      summary: branding.title == Branding().title ? say("Card indexes for what you keep") : "",
      newApp: makesApps ? NewApplicationScreen.path : nil,
      version: KartotekaVersion.current,
      dataFolder: isOnThisMachine ? dataFolder : nil, isOpenToEverybody: isOpenToEverybody)
    return .page(Page(title: title, hue: Self.hue, assets: assets, kind: .home), columns: [home])
  }

  private func counts(_ screens: AppScreens, _ say: Localizer) async throws -> String {
    var parts: [String] = []
    // Only two counts fit into one line.
    let model = screens.description.model
    for entity in screens.description.tabs.compactMap({ model.entity(named: $0.screen.entity) }).prefix(2) {
      parts.append(say.counted(try await screens.store.count(AnyFetchRequest(entity.name)), entity.nouns))
    }
    return parts.joined(separator: " · ")
  }
}
