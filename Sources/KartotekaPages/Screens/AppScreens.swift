import HTTPTypes
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

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

  /// The screens of an application.
  init(app: RunningApp, place: Int, assets: Assets) {
    self.app = app
    self.place = place
    self.assets = assets
    description = app.description
    path = URLPath(description.name)
    mainTabs = description.mainTabs
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

  /// A whole page of the app around columns.
  func page(
    _ title: String, for request: ScreenRequest, tab: String, status: HTTPResponse.Status = .ok,
    deepest: Page.Deepest = .list, hasTwoColumns: Bool = true, kind: PageKind = .list,
    refresh: Int? = nil, sheet: (any Component)? = nil,
    columns: [any Component]
  ) async throws -> ScreenDocument {
    let say = request.say
    let (tabs, undo) = (try await self.tabs(current: tab, say), try await undoBar(for: request))
    let page = Page(
      title: title + " – " + say(description.title), hue: description.hue, assets: assets,
      kind: kind, manifest: path.appending(Manifest.name),
      changes: APIAddress.changes(of: description.name, after: request.place),
      tabs: tabs, hasShortcuts: request.hasShortcuts,
      isAnswer: request.isForm, refresh: refresh, deepest: deepest,
      hasTwoColumns: hasTwoColumns, undo: undo, sheet: sheet)
    return .page(page, columns: columns, status: status)
  }

  /// A page with a list, and the chosen record beside it.
  func page(
    _ list: ListColumn, beside record: RecordColumn?, of entity: EntityDescription, for request: ScreenRequest,
    tab: String
  ) async throws -> ScreenDocument {
    var columns: [any Component] = [list]
    if let record { columns.append(record) } else if !list.isFull { columns.append(RecordPlaceholder()) }
    let page = try await page(
      list.title, for: request, tab: tab, hasTwoColumns: !list.isFull, columns: columns)
    return page.depending(on: record == nil ? Dependencies() : jobDependencies(of: entity))
  }

  private func tabs(current: String, _ say: Localizer) async throws -> TabBar {
    var items: [TabBar.Item] = []
    let isElsewhere = !current.isEmpty && !mainTabs.contains { $0.path == current }
    for tab in mainTabs {
      // An overview is about several kinds of records, and settings about none.
      let count = tab.screen.entity.isEmpty ? nil : say.language.grouped(try await self.count(of: tab, say))
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

  /// How many records a screen shows.
  func count(of tab: TabDescription, _ say: Localizer) async throws -> Int {
    if let groups = GroupsScreen(self, tab) { return try await groups.count(say) }
    return try await store.count(AnyFetchRequest(tab.screen.entity))
  }

  private func undoBar(for request: ScreenRequest) async throws -> UndoBar? {
    let done = try await first(of: request.changeSets.done)
    let undone = try await first(of: request.changeSets.undone)
    guard let news = [done, undone].compactMap(\.self).max(by: { $0.id < $1.id }) else { return nil }
    func address(_ changeSet: ChangeSet) -> URLPath {
      path.appending("changesets").appending(changeSet.id).appending("undo")
    }
    return UndoBar(
      text: request.say(news.name), undo: done.map(address), redo: undone.map(address), returnTo: request.address)
  }

  // The newest change set that can be undone: others may have undone some of them.
  private func first(of changeSets: [Int64]) async throws -> ChangeSet? {
    for id in changeSets {
      if let changeSet = try await store.changeSet(id), changeSet.canBeUndone { return changeSet }
    }
    return nil
  }
}

extension ListColumn {
  /// The part of it that a script asks for; nil for a whole page.
  func part(_ part: ScreenRequest.Part?) -> ScreenDocument? {
    switch part {
    case .rows: .part { writeRows(to: &$0) }
    case .list: .part { writeContent(to: &$0) }
    case .record, .found, .progress, nil: nil
    }
  }
}
