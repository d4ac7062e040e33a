import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// One application's screens: what all of them share when they build a page.
struct AppScreens: Sendable {
  let app: RunningApp
  /// The app's place in the drawer, by which its icon's tab is cut.
  let place: Int
  let assets: Assets
  /// Files of forms that were not saved yet.
  let chosenFiles = ChosenFiles()
  /// What the database was asked for the last pages, where somebody wants to know.
  let statements = StatementHistory()

  var description: AppDescription { app.description }
  var store: Store { app.store }
  var path: URLPath { URLPath(description.name) }

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
  func page(
    _ title: String, for request: ScreenRequest, tab: String, deepest: Page.Deepest = .list,
    hasTwoColumns: Bool = true, kind: PageKind = .list,
    refresh: Int? = nil, sheet: (any Component)? = nil, columns: (inout HTMLWriter) -> Void
  ) async throws -> [UInt8] {
    let say = request.say
    let page = Page(
      title: title + " – " + say(description.title), hue: description.hue, assets: assets, kind: kind,
      changes: URLPath("api", description.name, "changes").with(ChangesController.after, request.place),
      tabs: try await tabs(current: tab, say), refresh: refresh, deepest: deepest, hasTwoColumns: hasTwoColumns,
      undo: try await undoBar(for: request), sheet: sheet)
    var html = HTMLWriter(say)
    html.page(page, columns: columns)
    return html.finish()
  }

  private func tabs(current: String, _ say: Localizer) async throws -> TabBar {
    var items: [TabBar.Item] = []
    for tab in description.mainTabs {
      // An overview is about several kinds of records.
      let count = OverviewScreen(self, tab) == nil ? say.language.grouped(try await count(of: tab, say)) : nil
      items.append(
        TabBar.Item(
          title: say(tab.title), symbol: tab.symbol, href: path.appending(tab.path), count: count,
          isCurrent: tab.path == current))
    }
    items.append(
      TabBar.Item(
        title: say("More"), symbol: .more, href: path.appending("more"), count: nil,
        isCurrent: !description.mainTabs.contains { $0.path == current } && !current.isEmpty))
    return TabBar(
      app: say(description.title), icon: AppIcon(symbol: description.symbol, fifth: place), href: path,
      items: items)
  }

  /// Where the bar of a tab's list leads: to all apps, or to More where the tab is found there.
  func leading(_ tab: TabDescription, _ say: Localizer) -> NavigationBar.Leading {
    tab.isUnderMore ? .origin(title: say("More"), href: path.appending("more")) : .allApps
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
