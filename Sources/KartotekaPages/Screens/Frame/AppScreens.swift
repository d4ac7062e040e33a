import HTTPTypes
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The screens of one application, with shared functions for building pages.
final class AppScreens: Sendable {
  let app: RunningApp
  /// The access of the person who asks.
  let access: Access
  let description: AppDescription
  /// The address of the application.
  let path: URLPath
  /// The index of the application in the drawer, which selects the colour of its icon.
  let place: Int
  let assets: Assets
  /// Files of forms that are not saved yet.
  let chosenFiles: ChosenFiles
  /// The address of the backups where no first screen leads to them; nil elsewhere.
  let backups: URLPath?
  /// The recorded SQL statements of recent pages, if recording is on.
  let statements = StatementHistory()
  private let mainTabs: [TabDescription]

  /// Makes the screens of an application for those with an access.
  init(app: RunningApp, for access: Access, place: Int, assets: Assets, backups: URLPath? = nil) {
    self.app = app
    self.access = access
    self.backups = backups
    self.place = place
    self.assets = assets
    description = app.description
    path = URLPath(description.name)
    mainTabs = description.mainTabs
    chosenFiles = ChosenFiles(of: app.store(for: access))
  }

  /// The store as those reach it for whom the screens are: the only one of all screens.
  var store: Store { app.store(for: access) }

  /// The same screens for those with another access.
  func made(for access: Access) -> AppScreens {
    AppScreens(app: app, for: access, place: place, assets: assets, backups: backups)
  }

  /// Whether those for whom the screens are may change records.
  var mayChange: Bool { access.allows(.change) }

  /// Whether nothing of an entity is changed on the screens: it is derived, or those who look may only read.
  func isFixed(_ entity: EntityDescription) -> Bool { entity.isDerived || !mayChange }

  /// The tab that contains everything without its own tab: Settings, else More.
  var more: (title: String, path: String) { description.settingsTab.map { ($0.title, $0.path) } ?? ("More", "more") }
  var moreAddress: URLPath { path.appending(more.path) }

  /// The address of an entity's records.
  func path(of entity: EntityDescription) -> URLPath {
    let records = path.appending(entity.plural)
    return entity.isKeyed ? records.withMarkedIDs() : records
  }

  /// The address of a list with a search.
  func list(_ tab: TabDescription, search: String) -> URLPath {
    path.appending(tab.path).with("search", unlessEmpty: search)
  }

  /// The address of a tab as it opens: a list in its own layout, or in that of a view.
  func opening(_ tab: TabDescription) -> URLPath {
    if case .page(let name) = tab.screen { return OwnPageScreen.path(name, in: self) }
    if let view = DeclaredView(tab, in: self) { return view.address }
    let address = path.appending(tab.path)
    guard case .list(let list) = tab.screen, let entity = description.model.entity(named: list.entity),
      let layout = list.openingLayout(of: entity, in: description.model)
    else { return address }
    var shape = ListShape()
    shape.layout = layout
    return address.with(shape)
  }

  /// The address of a list with the search and filters of a request.
  func list(_ tab: TabDescription, _ request: ScreenRequest) -> URLPath {
    path.appending(tab.path).with(list: request)
  }

  /// A complete page around columns.
  /// - Parameters:
  ///   - hasFrame: whether it has the navigation and the bar of what can be undone.
  ///   - isFollowing: whether the open page follows changes of what it shows.
  func page(
    _ title: String, for request: ScreenRequest, tab: String, status: HTTPResponse.Status = .ok,
    deepest: Page.Deepest = .list, hasTwoColumns: Bool = true, hasFrame: Bool = true, kind: PageKind = .list,
    refresh: Int? = nil, isFollowing: Bool = true, sheet: Sheet? = nil, undo offered: UndoBar? = nil,
    columns: [any Component]
  ) async throws -> ScreenDocument {
    let say = request.say
    let tabs = hasFrame ? try await self.tabs(current: tab, request) : nil
    let undo = if let offered { Optional(offered) } else { hasFrame ? try await undoBar(for: request) : nil }
    var changes = APIAddress.changes(of: description.name, after: request.place)
    if access.isOfPerson { changes = changes.with(APIAddress.open, "") }
    var page = Page(
      title: title + " – " + say(description.title), hue: description.hue, assets: assets,
      kind: kind, manifest: path.appending(Manifest.name),
      changes: isFollowing ? changes : nil,
      tabs: tabs, hasShortcuts: request.hasShortcuts,
      isAnswer: request.isForm, refresh: refresh, deepest: deepest,
      hasTwoColumns: hasTwoColumns, undo: undo, sheet: sheet)
    page.isFrameless = !hasFrame
    page.icon = path.appending(AppIcon.fileName)
    page.pixels = pixels
    // Lists show the actions that are in progress.
    let dependencies = app.runs.unseen.isEmpty ? Dependencies() : .outside
    return .page(page, columns: columns, status: status).depending(on: dependencies)
  }

  /// The address of the application's icon as a PNG file; nil where its symbol has no picture.
  var pixels: URLPath? { pixelIcon.map { _ in path.appending(PixelIcon.fileName) } }

  /// The application's icon as a PNG file.
  var pixelIcon: PixelIcon? { PixelIcon(symbol: description.symbol, hue: description.hue) }

  /// The application's icon.
  var appIcon: AppIcon { AppIcon(symbol: description.symbol, fifth: place) }

  /// A page with a list, and the selected record beside it.
  func page(
    _ list: ListColumn, beside record: RecordColumn?, of entity: EntityDescription, for request: ScreenRequest,
    tab: String
  ) async throws -> ScreenDocument {
    var columns: [any Component] = [list]
    if let record { columns.append(record) } else if !list.isFull { columns.append(RecordPlaceholder()) }
    let page = try await page(
      list.title, for: request, tab: tab, hasTwoColumns: !list.isFull, kind: list.kind, columns: columns)
    return page.depending(on: record == nil ? Dependencies() : cardDependencies(of: entity))
  }

  private func tabs(current: String, _ request: ScreenRequest) async throws -> TabBar {
    let say = request.say
    let views = try await pinnedViews()
    let declared = mainTabs.map { DeclaredView($0, in: self) }
    let isDeclared = declared.contains { $0?.isShown(at: current, by: request) == true }
    let isView = isDeclared || views.contains { $0.tab.path == current && $0.isState(of: request) }
    var items: [TabBar.Item] = []
    let isElsewhere =
      !current.isEmpty && !isDeclared && !mainTabs.contains { $0.path == current }
      && !app.app.pages.contains { $0.isInTabBar && "pages/" + $0.name == current }
    for (tab, view) in zip(mainTabs, declared) {
      // Overviews and settings have no single entity to count.
      let count =
        tab.screen.entity.isEmpty ? nil : try await self.count(of: tab, say).map(say.language.grouped) ?? "–"
      items.append(
        TabBar.Item(
          title: say(tab.title), symbol: tab.symbol, href: opening(tab), count: count,
          isCurrent: tab.path == current && !isView || tab.settings != nil && isElsewhere
            || view?.isShown(at: current, by: request) == true))
      items[items.count - 1].hasCurrentView = tab.path == current && isView && !isDeclared
      items += views.filter { $0.tab.path == tab.path }.map { view in
        TabBar.Item(
          title: view.title, symbol: .funnel, href: view.state.address(path.appending(tab.path)),
          isCurrent: tab.path == current && view.isState(of: request) && !isDeclared, isView: true)
      }
    }
    for own in app.app.pages where own.isInTabBar && own.hasAddress && !hasTab(own) {
      items.append(
        TabBar.Item(
          title: say(own.title), symbol: own.symbol, href: OwnPageScreen.path(own.name, in: self), count: nil,
          isCurrent: current == "pages/" + own.name))
    }
    if description.settingsTab == nil {
      items.append(
        TabBar.Item(title: say("More"), symbol: .more, href: moreAddress, count: nil, isCurrent: isElsewhere))
    }
    return TabBar(
      app: say(description.title), icon: appIcon, href: path,
      items: items)
  }

  /// Whether a tab shows a page of the application's own, so that it stands nowhere else.
  func hasTab(_ own: OwnPage) -> Bool { tab(of: own) != nil }

  /// The tab that shows a page of the application's own.
  func tab(of own: OwnPage) -> TabDescription? { description.tabs.first { $0.screen == .page(own.name) } }

  /// The saved views that are tabs, with the lists that they show.
  func pinnedViews() async throws -> [PinnedView] {
    try await store.views().filter(\.isPinned).compactMap { view in
      guard let screen = description.model.entity(named: view.entity).flatMap({ self.screen(of: $0) }) else {
        return nil
      }
      return PinnedView(
        title: view.name, tab: screen.tab, state: ListShaping(screen).state(view))
    }
  }

  /// The back link of a tab's list: all applications, or More.
  func leading(_ tab: TabDescription, _ say: Localizer) -> NavigationBar.Leading {
    tab.isUnderMore ? .origin(title: say(more.title), href: moreAddress) : .allApps
  }

  /// The number of records of a screen; nil if they can't be counted, as those of a view that fails.
  func count(of tab: TabDescription, _ say: Localizer) async throws -> Int? {
    if let groups = GroupsScreen(self, tab) { return try await groups.count(say) }
    guard let entity = description.model.entity(named: tab.screen.entity) else { return nil }
    return try await store.countIfPossible(entity)
  }

  private func undoBar(for request: ScreenRequest) async throws -> UndoBar? {
    let done = try await first(of: request.changeSets.done)
    let undone = try await first(of: request.changeSets.undone)
    guard let news = [done, undone].compactMap(\.self).max(by: { $0.id < $1.id }) else { return nil }
    func address(_ changeSet: ChangeSet) -> URLPath {
      path.appending("changesets").appending(changeSet.id).appending("undo")
    }
    return UndoBar(
      text: request.say(news.name), undo: done.map(address), redo: undone.map(address),
      offer: news.id == undone?.id ? .redo : .undo, returnTo: request.address)
  }

  // The newest change set that can be undone. Others may have been undone meanwhile.
  private func first(of changeSets: [Int64]) async throws -> ChangeSet? {
    for id in changeSets {
      guard let changeSet = try await store.changeSet(id), changeSet.canBeUndone else { continue }
      // Another program's file may now refuse a value that it had before, such as a reference that leads nowhere.
      if store.openedFile == nil { return changeSet }
      return try await store.obstacle(toUndoing: id) == nil ? changeSet : nil
    }
    return nil
  }
}

/// A saved view that is a tab.
struct PinnedView {
  let title: String
  /// The tab of its list.
  let tab: TabDescription
  let state: ListState

  /// Whether a request shows it.
  fileprivate func isState(of request: ScreenRequest) -> Bool { ListState(request) == state }
}

extension ListColumn {
  /// The requested part of the page; nil for the complete page.
  func part(_ part: ScreenRequest.Part?) -> ScreenDocument? {
    switch part {
    case .rows: .part { writeRows(to: &$0) }
    case .list: .part { writeContent(to: &$0) }
    case .record, .found, .progress, nil: nil
    }
  }
}
