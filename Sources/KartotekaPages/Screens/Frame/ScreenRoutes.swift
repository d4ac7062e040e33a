import Foundation
import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople
import KartotekaScreens
import KartotekaStore

/// The routes of all screens.
package struct ScreenRoutes: Sendable {
  private var apps: [AppScreens]
  private var access: Access
  /// The people of the server; nil for a server without any.
  private(set) var people: People?
  private var unavailable: [UnavailableApp]
  private let files: AssetFiles
  private let dataFolder: String
  private let branding: Branding
  private let sentReader = SentReader()
  let isOpenToEverybody: Bool
  /// The addresses of a server that is shared in a local network; nil for another one.
  private(set) var shared: SharedAddresses?
  /// Whether the next start shares the server; nil where that can't be set on a screen.
  private var sharing: SharingSetting?
  /// The site for changing applications; nil if they can't be changed.
  private(set) var site: SiteReference?
  /// The administrator, whose token some forms ask for; nil if there is none.
  private(set) var administrator: Administrator?
  /// Whether applications can be created.
  private var makesApps = false
  /// Whether they are backed up on a screen.
  private var hasBackups = false
  var assets: Assets { files.assets }

  /// - Parameters:
  ///   - access: the access of those for whom the screens are.
  ///   - unavailable: the applications that could not be opened.
  ///   - branding: the name and the logo.
  ///   - isOpenToEverybody: whether other machines can reach the server.
  package init(
    _ apps: [RunningApp], for access: Access, unavailable: [UnavailableApp] = [], branding: Branding = Branding(),
    isOpenToEverybody: Bool = false
  ) {
    self.branding = branding
    self.access = access
    self.isOpenToEverybody = isOpenToEverybody
    let files = AssetFiles(
      branding,
      hues: [HomeScreen.hue] + apps.map(\.description.hue) + unavailable.map(\.app.description.hue),
      isAlone: Self.isAlone(apps.map(\.name) + unavailable.map(\.name), branding))
    self.unavailable = unavailable
    self.files = files
    self.apps = apps.enumerated().map { AppScreens(app: $1, for: access, place: $0, assets: files.assets) }
    dataFolder =
      apps.lazy.compactMap(\.file).first?.deletingLastPathComponent().path(percentEncoded: false) ?? ""
  }

  /// The name of the only application of a program that has a product name of its own; nil where a home screen is needed.
  private var alone: String? {
    let names = apps.map(\.description.name) + unavailable.map(\.name)
    return Self.isAlone(names, branding) ? names[0] : nil
  }

  // The only application, unless it can't be opened.
  private var only: AppScreens? { alone == nil ? nil : apps.first }

  // The purpose of the product: that of Kartoteka itself or of the only application; empty if it is unknown.
  private func summary(_ say: Localizer) -> String {
    if let only { return say(only.description.summary) }
    return branding.title == Branding().title ? say("Card indexes for what you keep") : ""
  }

  private static func isAlone(_ names: [String], _ branding: Branding) -> Bool {
    names.count == 1 && branding.title != Branding().title
  }

  /// The same screens with the change of applications.
  /// - Parameters:
  ///   - makesApps: whether applications can be created, too.
  ///   - hasBackups: whether the applications, or their local copies, are in a data folder, and backed up there.
  ///   - administrator: the administrator, whose token some forms ask for.
  package func changing(
    _ site: SiteReference, makesApps: Bool, hasBackups: Bool = false, administrator: Administrator? = nil
  ) -> ScreenRoutes {
    var copy = self
    (copy.site, copy.makesApps, copy.administrator) = (site, makesApps, administrator)
    copy.hasBackups = hasBackups
    if alone != nil, hasBackups {
      copy.apps = apps.map {
        AppScreens(app: $0.app, for: access, place: $0.place, assets: $0.assets, backups: BackupsScreen.path)
      }
    }
    return copy
  }

  /// The same screens for those with another access, for a server with people, or for one that is shared in a local network.
  package func made(
    for access: Access? = nil, people: People? = nil, shared: SharedAddresses? = nil, sharing: SharingSetting? = nil
  ) -> ScreenRoutes {
    var copy = self
    copy.people = people ?? self.people
    copy.shared = shared ?? self.shared
    copy.sharing = sharing ?? self.sharing
    guard let access else { return copy }
    copy.access = access
    copy.apps = apps.map { $0.made(for: access) }
    return copy
  }

  /// The same screens with the applications alone that those see who ask.
  private func seen(by asker: Asker) -> ScreenRoutes {
    guard asker.hasPeople else { return self }
    var copy = self
    copy.apps = apps.filter { asker.sees($0.app.name) }
    copy.unavailable = unavailable.filter { asker.sees($0.name) }
    return copy
  }

  /// The same as ``search(_:first:limit:_:for:)`` for those who send a request.
  @Sendable package func search(
    _ text: String, first: String, limit: Int, _ request: Request, _ context: WebContext
  ) async throws -> [RecordHit] {
    let seen = seen(by: context.asker)
    return try await seen.search(text, first: first, limit: limit, request, for: seen.reached(by: context))
  }

  // Rights differ by applications, and what is searched are those that are seen.
  private func reached(by context: WebContext) -> Access {
    context.asker.hasPeople && context.access != .nobody ? access : context.access
  }

  /// The records of all applications that match a text, at most `limit` of an entity; those of the application `first` come
  /// first.
  /// - Throws: `CancellationError`.
  @Sendable package func search(
    _ text: String, first: String, limit: Int, _ request: Request, for access: Access
  ) async throws -> [RecordHit] {
    guard access == self.access else { return [] }
    let search = GlobalSearchScreen(apps: apps, assets: assets)
    var hits: [RecordHit] = []
    for found in try await search.find(GlobalSearchScreen.text(text), first: first, limit: limit, request) {
      let entity = found.screen.entity
      for hit in found.hits {
        // Only the record has its key.
        let record = entity.isKeyed ? try await found.screens.store.record(entity, id: hit.id) : nil
        hits.append(
          RecordHit(
            app: found.screens.description.name, entity: entity.plural, id: hit.id,
            address: record?.pathAddress ?? String(hit.id), title: hit.title))
      }
    }
    return hits
  }

  /// The table of all addresses of the screens: a row for each method and path.
  package var table: [ScreenRoute] {
    guard people != nil else { return rows }
    let variants = ScreenVariants(self)
    return rows.map { $0.varied(by: variants) }
  }

  /// The same without those for people with other rights.
  var rows: [ScreenRoute] {
    (files.routes + siteRoutes + apps.flatMap { screens in routes(of: screens).map { $0.below(screens) } })
      .map { $0.only(for: access) }
  }

  /// The rows outside of applications.
  @ScreenRouteBuilder
  private var siteRoutes: [ScreenRoute] {
    if makesApps, let site {
      routes(of: NewApplicationScreen(site: site, access: access, assets: assets, files: Self.files(of: site)))
      post(RouterPath(RemovedApps.path.text), needs: .administer) {
        try await RemovedApps.bringBack($0.form(), site)
      }
      if hasBackups { backupRoutes(site) }
    }
    if let peopleScreens { routes(of: peopleScreens) }
    get(needs: .see, home)
    get(RouterPath(GlobalSearchScreen.path.text), needs: .see) { call in
      let search = GlobalSearchScreen(apps: seen(by: call.context.asker).apps, assets: assets)
      return try await search.page(call.request, call.asked)
    }
    get(RouterPath(OfflineScreen.path.text), needs: .public) { OfflineScreen(assets: assets).page($0.say) }
    get("\(Manifest.name)", needs: .public) { call in
      Manifest(
        title: call.say(branding.title), summary: summary(call.say), start: URLPath(), language: call.say.language,
        assets: assets
      ).document
    }
    .of(only)
    // A program for calendars has no session: the address itself is the secret.
    get("ics/{file}", needs: .public, FeedFile(apps: apps, people: people).file)
    post("language", needs: .public) { try await LanguageScreen.choose($0.form(), $0, people) }
    post("shortcuts", needs: .public) { try await ShortcutScreen.choose($0.form(), $0, people) }
    post("examples", needs: .public) { ExamplesChoice.choose(try await $0.form()) }
  }

  private var peopleScreens: PeopleScreens? {
    people.map {
      PeopleScreens(
        $0, apps: apps.map(\.app), assets: assets, hasLogo: branding.servedLogo != nil, shared: shared,
        sharing: sharing, administrator: administrator)
    }
  }

  @Sendable private func home(_ call: ScreenCall) async throws -> ScreenDocument {
    // One application alone needs no list of applications.
    if let alone { return .seeOther(URLPath(alone)) }
    let (asker, seen) = (call.context.asker, seen(by: call.context.asker))
    let administers = access.allows(.administer)
    var home = HomeScreen(
      apps: seen.apps, unavailable: seen.unavailable, branding: branding, assets: assets, dataFolder: dataFolder,
      isOpenToEverybody: isOpenToEverybody && !asker.hasPeople, makesApps: makesApps, administers: administers)
    home.backups = hasBackups && administers ? site.flatMap { BackupSummary($0, administrator, for: call) } : nil
    home.person = asker.signed?.person.name
    home.offersFirst = people != nil && PeopleScreens.offersFirst(call)
    return try await home.page(
      call.say, isOnThisMachine: call.asked.isOnThisMachine && administers,
      hidesExamples: ExamplesChoice.areHidden(in: call.request),
      removed: makesApps && administers ? RemovedApps.rows(site, call.say) : [],
      sharing: peopleScreens?.sharingAtStart(call) ?? [])
  }

  /// The rows of an application, below its address.
  @ScreenRouteBuilder
  private func routes(of screens: AppScreens) -> [ScreenRoute] {
    get(needs: .see) { call in
      if let welcome = WelcomeScreen(screens) { return try await welcome.page(call.asked) }
      return .seeOther(screens.description.tabs.first.map { screens.opening($0) } ?? screens.moreAddress)
    }
    iconRoutes(of: screens)
    settingsRoutes(of: screens)
    get("export/{file}", needs: .export) { try await ExportScreen(screens: screens).file($0.text("file"), $0.asked) }
    let share = ShareScreen(
      screens: screens, isOpenToEverybody: isOpenToEverybody, shared: shared,
      canBeShared: sharing != nil && people != nil)
    get("share", needs: .see) { try await share.page($0.request, $0.context, $0.asked) }
    if let people {
      get("share/people", needs: .design) { try await PeopleOfAppScreen(screens: screens, people: people).page($0) }
    }
    let developer = DeveloperScreen(screens: screens)
    get("developer", needs: .design) {
      try await developer.page($0.asked, of: StatementHistory.browser($0.request))
    }
    post("developer", needs: .design) { developer.choose(try await $0.form()) }
    for own in screens.app.app.pages {
      get("pages/\(own.name)", needs: .see) { call in
        let query = Dictionary(try Query(call.request).items.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let parameters = Dictionary(
          own.parameters.map { name in (name, call.text(name).removingPercentEncoding ?? call.text(name)) },
          uniquingKeysWith: { $1 })
        return try await OwnPageScreen(screens: screens, own: own).page(
          call.asked, query: query, parameters: parameters)
      }
    }
    actionRoutes(of: screens)
    importRoutes(of: screens)
    historyRoutes(of: screens)
    if let site { designingRoutes(of: screens, site) }
    duplicatesRoutes(of: screens)
    for tab in screens.description.tabs { routes(of: tab, in: screens) }
    for entity in screens.description.model.entities {
      if let list = ListScreen(screens, of: entity) { routes(of: list) }
    }
  }

  // Browsers load them without a person's cookies.
  @ScreenRouteBuilder
  private func iconRoutes(of screens: AppScreens) -> [ScreenRoute] {
    get("\(Manifest.name)", needs: .public) { call in
      Manifest(
        title: call.say(screens.description.title), summary: call.say(screens.description.summary), start: screens.path,
        language: call.say.language, assets: assets, ownIcon: screens.path.appending(AppIcon.fileName),
        ownPixels: screens.pixels
      ).document
    }
    get("\(AppIcon.fileName)", needs: .public) { screens.appIcon.document(screens.description.hue, $0.say) }
    get("\(PixelIcon.fileName)", needs: .public) { _ in
      guard let icon = screens.pixelIcon else { throw ScreenFault.noSuchPage }
      return icon.document
    }
  }

  // The rows of a tab that is no list.
  @ScreenRouteBuilder
  private func routes(of tab: TabDescription, in screens: AppScreens) -> [ScreenRoute] {
    if let groups = GroupsScreen(screens, tab) { page("\(tab.path)", needs: .see, caching: [], groups.page) }
    if let overview = OverviewScreen(screens, tab) { page("\(tab.path)", needs: .see, caching: [], overview.page) }
    if let calendar = CalendarPages(screens, tab) { routes(of: calendar) }
    if let map = MapPages(screens, tab) { routes(of: map) }
    if let view = DeclaredView(tab, in: screens) { get("\(tab.path)", needs: .see) { _ in .seeOther(view.address) } }
  }

  @ScreenRouteBuilder
  private func actionRoutes(of screens: AppScreens) -> [ScreenRoute] {
    actionRoutes(at: "actions/{action}") { call in
      try ActionScreen(screens, call.text("action"), returnTo: call.returnTo)
    }
    get("actions/{action}/files/{token}", needs: .act) { try await ActionScreen.file($0.text("token"), of: screens) }
    for entity in screens.description.model.entities {
      actionRoutes(at: "\(entity.pathName)/{id}/actions/{action}") { call in
        try await ActionScreen(
          screens, call.text("action"), on: entity, id: call.id(entity, screens), returnTo: call.returnTo)
      }
    }
  }

  @ScreenRouteBuilder
  private func actionRoutes(
    at path: RouterPath, _ action: @escaping @Sendable (ScreenCall) async throws -> ActionScreen
  ) -> [ScreenRoute] {
    get(path, needs: .act) { try await action($0).page($0.asked) }
    post(path, needs: .act) { try await action($0).act($0.form(), $0.asked) }
  }
}

extension ScreenRoutes {
  /// The page of an error.
  /// - Parameters:
  ///   - error: the thrown error.
  ///   - problem: the problem of the error; nil for an unexpected one, which has status 500.
  ///   - reference: the request's id in the log.
  package func page(
    for error: any Error, _ problem: Problem?, reference: String, _ request: Request, _ context: WebContext
  ) async -> Response {
    let name = request.uri.path.split(separator: "/", maxSplits: 1).first
    let isKnown = context.access == access || people != nil && context.access != .nobody
    var screens = isKnown ? apps.first { $0.app.pathName == name ?? "" } ?? only : nil
    if let own = screens, own.access != context.access { screens = own.made(for: context.access) }
    let closed = isKnown ? unavailable.first { $0.name == name ?? "" } : nil
    let again = request.method == .get ? URLPath(local: request.uri.string) : nil
    var fault = ScreenFault(error, problem, back: screens?.path, again: again)
    if problem?.showsSent == true { fault.sent = await sentReader.texts(of: request, from: context.client) }
    let asked = ScreenRequest(request, of: screens)
    // Faults of screens are everyday ones: a record that was deleted, an undo that is refused.
    if error is ScreenFault, let screens, let document = try? await fault.document(in: screens, asked) {
      return DocumentRenderer(screens: screens, reach: Reach(context)).response(to: asked, document, Dependencies())
    }
    let document = fault.document(
      asked.say, assets: assets, hue: (screens?.description ?? closed?.app.description)?.hue ?? HomeScreen.hue,
      reference: fault.status == .internalServerError ? reference : nil)
    return DocumentRenderer(screens: screens, reach: Reach(context)).response(to: asked, document, Dependencies())
  }
}

extension ScreenRequest {
  /// The request with the search and origin of a form.
  func coming(from form: SubmittedForm) -> ScreenRequest {
    var copy = self
    let message = FormMessage(form)
    copy.search = message.listSearch
    copy.only = message.listNarrowing
    copy.shape = ListShape(text: message.listShape)
    copy.via = Self.trail(message.trail) ?? via
    copy.on = message.screen ?? on
    return copy
  }

  /// The hidden fields with the origin of a form.
  var originMessage: FormMessage {
    FormMessage(listSearch: search, listNarrowing: only, listShape: shape.text, trail: via)
  }
}

extension ScreenCall {
  fileprivate var returnTo: String? { request.uri.queryParameters["returnTo"].map(String.init) }
}
