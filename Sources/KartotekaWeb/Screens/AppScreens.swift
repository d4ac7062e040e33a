import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// One application's screens: what all of them share when they build a page.
struct AppScreens: Sendable {
  let app: RunningApp
  /// The app's place in the drawer, by which its icon's tab is cut.
  let place: Int
  let assets: Assets

  var description: AppDescription { app.description }
  var store: Store { app.store }
  var path: URLPath { URLPath(description.name) }

  /// The address of an entity's records.
  func path(of entity: EntityDescription) -> URLPath { path.appending(entity.plural) }

  /// The address of a list, with what is searched there.
  func list(_ tab: TabDescription, search: String) -> URLPath {
    path.appending(tab.path).with("search", unlessEmpty: search)
  }

  /// A whole page of the app around what `columns` writes.
  func page(
    _ title: String, for request: ScreenRequest, tab: String, deepest: Page.Deepest = .list,
    hasTwoColumns: Bool = true, kind: PageKind = .list,
    sheet: (any Component)? = nil, columns: (inout HTMLWriter) -> Void
  ) async throws -> [UInt8] {
    let say = request.say
    let page = Page(
      title: title + " – " + say(description.title), hue: description.hue, assets: assets, kind: kind,
      changes: URLPath("api", description.name, "changes").with(ChangesController.after, request.place),
      tabs: try await tabs(current: tab, say), deepest: deepest, hasTwoColumns: hasTwoColumns,
      undo: try await undoBar(for: request), sheet: sheet)
    var html = HTMLWriter(say)
    html.page(page, columns: columns)
    return html.finish()
  }

  private func tabs(current: String, _ say: Localizer) async throws -> TabBar {
    var items: [TabBar.Item] = []
    for tab in description.tabs {
      let count = try await count(of: tab, say)
      items.append(
        TabBar.Item(
          title: say(tab.title), symbol: tab.symbol, href: path.appending(tab.path),
          count: say.language.grouped(count),
          isCurrent: tab.path == current))
    }
    items.append(
      TabBar.Item(
        title: say("More"), symbol: .more, href: path.appending("more"), count: nil,
        isCurrent: current == "more"))
    return TabBar(
      app: say(description.title), icon: AppIcon(symbol: description.symbol, fifth: place), href: path,
      items: items)
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
