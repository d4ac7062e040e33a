import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The search in all applications.
struct GlobalSearchScreen: Sendable {
  /// The number of displayed records of an entity.
  static let limit = 5
  /// The maximum length of a search, in characters.
  private static let longest = 200
  /// The address.
  static let path = URLPath("search")

  /// The results of one entity with its screen.
  struct Found: Sendable {
    let screens: AppScreens
    let screen: ListScreen
    let hits: [Hit]
    let hasMore: Bool
  }

  /// A result.
  struct Hit: Sendable {
    let id: RecordID
    let title: String
    let detail: String
  }

  let apps: [AppScreens]
  let assets: Assets

  /// The page; for scripts the sheet (`part=list`) or the results (`part=found`).
  func page(_ request: Request, _ asked: ScreenRequest) async throws -> ScreenDocument {
    let say = asked.say
    let text = Self.text(asked.query[GlobalSearch.searchName] ?? "")
    let app = apps.first { $0.description.name == asked.query[GlobalSearch.appName] }?.description.name ?? ""
    let found = try await find(text, first: app, limit: Self.limit, request)
    let search = GlobalSearch(
      text: text, app: app, groups: found.map { group($0, text, say.language) }, action: Self.path)
    switch asked.part {
    case .found:
      return .part {
        search.writeHits(to: &$0)
        $0.sprite()
      }
    case .list:
      return .part {
        $0.add(search.sheet(say))
        $0.sprite()
      }
    default:
      let page = Page(
        title: say("Search everything"), hue: HomeScreen.hue, assets: assets, kind: .home,
        hasShortcuts: asked.hasShortcuts)
      return .page(page, columns: [search])
    }
  }

  /// The trimmed and limited search text.
  static func text(_ typed: String) -> String { String(typed.prefix(longest)).trimmingSpaces() }

  private func group(_ found: Found, _ text: String, _ language: Language) -> GlobalSearch.Group {
    let (screens, entity) = (found.screens, found.screen.entity)
    let say = Localizer(language: language, catalogue: screens.app.catalogue)
    let list = screens.list(found.screen.tab, search: text)
    return GlobalSearch.Group(
      title: say(found.screen.tab.title) + " · " + say(screens.description.title), symbol: found.screen.tab.symbol,
      hue: screens.description.hue,
      hits: found.hits.map { hit in
        GlobalSearch.Hit(title: hit.title, detail: hit.detail, href: screens.path(of: entity).appending(hit.id))
      },
      all: found.hasMore && found.screen.table == nil ? list : nil)
  }

  // MARK: Searching

  /// The results by entity, in the order of applications and their tabs; those of the application `first` come first.
  ///
  /// Entities are searched concurrently. Unreadable ones, for example of a missing file, are omitted.
  /// - Throws: `CancellationError`.
  func find(_ text: String, first: String, limit: Int, _ request: Request) async throws -> [Found] {
    guard !text.isEmpty else { return [] }
    let searches = apps.filter { $0.description.name == first } + apps.filter { $0.description.name != first }
    let tasks = searches.flatMap { screens in Self.screens(of: screens).map { (screens, $0) } }
    let found = await withTaskGroup(of: (Int, Found?).self) { group in
      for (place, (screens, screen)) in tasks.enumerated() {
        var asked = ScreenRequest(request, app: screens.app, catalogue: screens.app.catalogue)
        asked.search = text
        let search = asked
        group.addTask { (place, try? await Self.find(screens, screen, limit, search)) }
      }
      var found: [(Int, Found)] = []
      for await (place, result) in group { if let result, !result.hits.isEmpty { found.append((place, result)) } }
      return found
    }
    try Task.checkCancellation()
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private static func screens(of screens: AppScreens) -> [ListScreen] {
    var known: Set<String> = []
    return (screens.description.tabs + screens.description.notesTabs).compactMap { tab in
      let name = tab.screen.entity
      guard let entity = screens.description.model.entity(named: name), known.insert(name).inserted else { return nil }
      return screens.screen(of: entity)
    }
  }

  private static func find(
    _ screens: AppScreens, _ screen: ListScreen, _ limit: Int, _ request: ScreenRequest
  ) async throws -> Found {
    if screen.table == nil { return try await screen.find(limit, request) }
    // Tables have no search, so their records are found by parts of their titles.
    let entity = screen.entity
    var fetch = AnyFetchRequest(entity.name)
    guard let title = entity.titleAttributes.first, title.isText, !entity.isDerived else {
      return Found(screens: screens, screen: screen, hits: [], hasMore: false)
    }
    fetch.predicate = .compare(title.name, .contains, [.text(request.search)])
    fetch.limit = limit
    fetch.readsBlobs = false
    fetch.wantsTotal = false
    let page = try await screens.store.fetch(fetch)
    let hits = page.records.map { Hit(id: $0.id ?? 0, title: $0.title(in: request.say), detail: "") }
    return Found(screens: screens, screen: screen, hits: hits, hasMore: page.hasMoreInAnyOrder || page.next != nil)
  }
}

extension ListScreen {
  /// The first results of the list's search.
  fileprivate func find(_ limit: Int, _ request: ScreenRequest) async throws -> GlobalSearchScreen.Found {
    guard isSearched || number(in: request.search) != nil else {
      return .init(screens: screens, screen: self, hits: [], hasMore: false)
    }
    let page = try await found(limit, request)
    let hits = sections(page, request).flatMap(\.rows).prefix(limit).map { row in
      GlobalSearchScreen.Hit(
        id: row.id, title: row.title.map(\.text).joined(separator: " "), detail: row.subtitle ?? "")
    }
    return .init(screens: screens, screen: self, hits: Array(hits), hasMore: page.next != nil)
  }
}
