import KartotekaModel
import KartotekaScreens
import KartotekaStore
import NIOCore

/// One application's screens: what all of them share when they build a page.
final class AppScreens: Sendable {
  let app: RunningApp
  let description: AppDescription
  /// The application's own address.
  let path: URLPath
  /// The app's place in the drawer, by which its icon's tab is cut.
  let place: Int
  let assets: Assets
  /// Files of forms that were not saved yet.
  let chosenFiles = ChosenFiles()
  /// What the database was asked for the last pages, where somebody wants to know.
  let statements = StatementHistory()
  private let mainTabs: [TabDescription]
  private let kind: PageKind

  /// The screens of an application.
  init(app: RunningApp, place: Int, assets: Assets) {
    self.app = app
    self.place = place
    self.assets = assets
    description = app.description
    path = URLPath(description.name)
    mainTabs = description.mainTabs
    kind = description.hasAlbums ? .album : .list
  }

  var store: Store { app.store }

  /// Where everything is found that stands in no tab: the settings, or More where an application has none.
  var more: (title: String, path: String) { description.settingsTab.map { ($0.title, $0.path) } ?? ("More", "more") }
  var moreAddress: URLPath { path.appending(more.path) }

  /// The address of an entity's records.
  func path(of entity: EntityDescription) -> URLPath { path.appending(entity.plural) }

  /// The address of a list, with what is searched there.
  func list(_ tab: TabDescription, search: String) -> URLPath {
    path.appending(tab.path).with("search", unlessEmpty: search)
  }

  /// The address of a list as a request shows it: searched and narrowed down.
  func list(_ tab: TabDescription, _ request: ScreenRequest) -> URLPath {
    path.appending(tab.path).with(list: request)
  }

  /// A whole page of the app around what `columns` writes.
  /// - Parameter onlyShowsCounts: whether numbers of records stand on it as ``CountText`` and change nothing else.
  func page(
    _ title: String, for request: ScreenRequest, tab: String, deepest: Page.Deepest = .list,
    hasTwoColumns: Bool = true, kind: PageKind? = nil,
    refresh: Int? = nil, sheet: (any Component)? = nil, onlyShowsCounts: Bool = false,
    columns: (inout HTMLWriter) -> Void
  ) async throws -> ByteBuffer {
    let say = request.say
    let page = Page(
      title: title + " – " + say(description.title), hue: description.hue, assets: assets,
      kind: kind ?? self.kind,
      changes: URLPath("api", description.name, "changes").with(ChangesController.after, request.place),
      tabs: try await tabs(current: tab, say), refresh: refresh, deepest: deepest, hasTwoColumns: hasTwoColumns,
      undo: try await undoBar(for: request), sheet: sheet)
    var html = HTMLWriter(say)
    html.page(page, columns: columns)
    if onlyShowsCounts { CountPlaces.current?.note(html.counts) }
    return html.finish()
  }

  private func tabs(current: String, _ say: Localizer) async throws -> TabBar {
    var items: [TabBar.Item] = []
    let isElsewhere = !current.isEmpty && !mainTabs.contains { $0.path == current }
    for tab in mainTabs {
      // An overview is about several kinds of records, and settings about none.
      let count = tab.screen.entity.isEmpty ? nil : try await countText(of: tab, say)
      items.append(
        TabBar.Item(
          title: say(tab.title), symbol: tab.symbol, href: path.appending(tab.path), count: count,
          isCurrent: tab.path == current || tab.settings != nil && isElsewhere))
    }
    if description.settingsTab == nil {
      items.append(
        TabBar.Item(title: say("More"), symbol: .more, href: moreAddress, count: nil, isCurrent: isElsewhere))
    }
    return TabBar(
      app: say(description.title), icon: AppIcon(symbol: description.symbol, fifth: place), href: path,
      items: items)
  }

  /// Where the bar of a tab's list leads: to all apps, or to More where the tab is found there.
  func leading(_ tab: TabDescription, _ say: Localizer) -> NavigationBar.Leading {
    tab.isUnderMore ? .origin(title: say(more.title), href: moreAddress) : .allApps
  }

  private func countText(of tab: TabDescription, _ say: Localizer) async throws -> CountText {
    let text = say.language.grouped(try await count(of: tab, say))
    if case .groups = tab.screen { return CountText(text) }
    return CountText(text, of: tab.screen.entity) { say.language.grouped($0) }
  }

  /// How many records a screen shows.
  func count(of tab: TabDescription, _ say: Localizer) async throws -> Int {
    if let groups = GroupsScreen(self, tab) { return try await groups.count(say) }
    return try await store.count(AnyFetchRequest(tab.screen.entity))
  }

  private func undoBar(for request: ScreenRequest) async throws -> UndoBar? {
    guard let id = request.deed, let deed = try await store.deed(id), deed.undoneBy == nil else { return nil }
    return UndoBar(
      text: request.say(deed.name),
      action: deed.undoes == nil ? path.appending("deeds").appending(id).appending("undo") : nil,
      returnTo: request.address)
  }
}

extension AppDescription {
  /// Whether there are pages with pictures, which need another style and script.
  fileprivate var hasAlbums: Bool {
    !jobs.isEmpty
      || tabs.contains { tab in
        guard case .list(let list) = tab.screen else { return false }
        return list.choice != nil || list.hasGallery
      }
  }
}
