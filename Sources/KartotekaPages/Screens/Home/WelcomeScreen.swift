import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The first screen of an application: its description and its main tasks.
struct WelcomeScreen: Sendable {
  private let screens: AppScreens
  private let welcome: Welcome

  /// The screen; nil if the application opens with its first tab.
  init?(_ screens: AppScreens) {
    guard let welcome = screens.description.welcome else { return nil }
    self.screens = screens
    self.welcome = welcome
  }

  /// The page.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let (say, description) = (request.say, screens.description)
    var page = WelcomePage(
      title: say(description.title), summary: say(description.summary),
      icon: AppIcon(symbol: description.symbol, fifth: screens.place), question: say(welcome.question))
    for tab in description.mainTabs {
      let href = screens.opening(tab)
      if let counted = try await screens.counted(tab, say) {
        page.choices.append(.init(title: say(tab.title), symbol: tab.symbol, counted: counted, href: href))
      } else {
        page.rows.append(LinkRow(title: say(tab.title), symbol: tab.symbol, href: href))
      }
    }
    page.rows.append(
      LinkRow(
        title: say("Import"), detail: say("Load files, or the sample data"), symbol: .upload,
        href: screens.path.appending("import")))
    if screens.description.settingsTab == nil {
      page.rows.append(LinkRow(title: say("More"), symbol: .more, href: screens.moreAddress))
    }
    page.beginnings = try await screens.beginnings(request)
    return try await screens.page(
      page.title, for: request, tab: "", hasTwoColumns: false, kind: .home, columns: [page])
  }
}

extension AppScreens {
  /// The number and noun of a tab's records; nil for other screens.
  func counted(_ tab: TabDescription, _ say: Localizer) async throws -> String? {
    guard let nouns = nouns(tab) else { return nil }
    return try await count(of: tab, say).map { say.counted($0, nouns) } ?? ""
  }

  /// The screens under More; nil if there are none.
  func tabsUnderMore(_ say: Localizer) async throws -> RowGroup? {
    var rows: [LinkRow] = []
    for tab in description.tabs where tab.isUnderMore {
      let count = nouns(tab) == nil ? nil : try await count(of: tab, say).map(say.language.grouped) ?? "–"
      rows.append(LinkRow(title: say(tab.title), value: count, symbol: tab.symbol, href: opening(tab)))
    }
    for own in app.app.pages where !own.isInTabBar && own.hasAddress && !hasTab(own) {
      rows.append(LinkRow(title: say(own.title), symbol: own.symbol, href: OwnPageScreen.path(own.name, in: self)))
    }
    for view in try await pinnedViews() {
      rows.append(
        LinkRow(
          title: view.title, detail: say(view.tab.title), symbol: .funnel,
          href: view.state.address(path.appending(view.tab.path))))
    }
    return rows.isEmpty ? nil : RowGroup(rows: rows)
  }

  private func nouns(_ tab: TabDescription) -> Nouns? {
    if case .groups(let groups) = tab.screen { return groups.nouns }
    return description.model.entity(named: tab.screen.entity)?.nouns
  }
}
