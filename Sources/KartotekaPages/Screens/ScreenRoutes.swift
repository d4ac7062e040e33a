import Foundation
import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The routes of all screens.
package struct ScreenRoutes: Sendable {
  private let apps: [AppScreens]
  private let unavailable: [UnavailableApp]
  private let files: AssetFiles
  private let dataFolder: String
  private let branding: Branding
  private let isOpenToEverybody: Bool
  /// The site for changing applications; nil if they can't be changed.
  private(set) var site: SiteReference?
  /// Whether applications can be created.
  private var makesApps = false
  private var assets: Assets { files.assets }

  /// - Parameters:
  ///   - unavailable: the applications that could not be opened.
  ///   - branding: the name and the logo.
  ///   - isOpenToEverybody: whether other machines can reach the server.
  package init(
    _ apps: [RunningApp], unavailable: [UnavailableApp] = [], branding: Branding = Branding(),
    isOpenToEverybody: Bool = false
  ) {
    self.branding = branding
    self.isOpenToEverybody = isOpenToEverybody
    let files = AssetFiles(
      branding,
      hues: [HomeScreen.hue] + apps.map(\.description.hue) + unavailable.map(\.app.description.hue),
      isAlone: Self.isAlone(apps.map(\.name) + unavailable.map(\.name), branding))
    self.unavailable = unavailable
    self.files = files
    self.apps = apps.enumerated().map { AppScreens(app: $1, place: $0, assets: files.assets) }
    dataFolder =
      apps.lazy.compactMap(\.store.url).first?.deletingLastPathComponent().path(percentEncoded: false) ?? ""
  }

  /// The name of the only application of a program that has a product name of its own; nil where a home screen is needed.
  private var alone: String? {
    let names = apps.map(\.description.name) + unavailable.map(\.name)
    return Self.isAlone(names, branding) ? names[0] : nil
  }

  // The only application, unless it can't be opened.
  private var only: AppScreens? { alone == nil ? nil : apps.first }

  // What the product is for: Kartoteka itself, the only application, or nothing that is known.
  private func summary(_ say: Localizer) -> String {
    if let only { return say(only.description.summary) }
    return branding.title == Branding().title ? say("Card indexes for what you keep") : ""
  }

  private static func isAlone(_ names: [String], _ branding: Branding) -> Bool {
    names.count == 1 && branding.title != Branding().title
  }

  /// The same screens with the change of applications.
  /// - Parameter makesApps: whether applications can be created, too.
  package func changing(_ site: SiteReference, makesApps: Bool) -> ScreenRoutes {
    var copy = self
    (copy.site, copy.makesApps) = (site, makesApps)
    return copy
  }

  private func add(_ screen: NewApplicationScreen, to router: some RouterMethods<WebContext>) {
    let path = NewApplicationScreen.path.text
    router.get(RouterPath(path)) { request, context in
      try await answer(request, context, nil) { try await screen.page($0.say) }
    }
    router.post(RouterPath(path + "/templates/{template}")) { request, context in
      try await answer(request, context, nil) { _ in try await screen.make(of: context.parameters.get("template") ?? "")
      }
    }
    router.post(RouterPath(path + "/files")) { request, context in
      try await answer(request, context, nil) { try await screen.receive(request, $0) }
    }
    addProposals(of: screen, to: router)
  }

  /// The records of all applications that match a text, at most `limit` of an entity; those of the application `first` come
  /// first.
  /// - Throws: `CancellationError`.
  @Sendable package func search(
    _ text: String, first: String, limit: Int, _ request: Request
  ) async throws -> [RecordHit] {
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

  /// Adds the routes to a router.
  package func addScreenRoutes(to router: some RouterMethods<WebContext>) {
    files.addRoutes(to: router)
    let home = HomeScreen(
      apps: apps, unavailable: unavailable, branding: branding, assets: assets, dataFolder: dataFolder,
      isOpenToEverybody: isOpenToEverybody, makesApps: makesApps)
    if makesApps, let site {
      add(NewApplicationScreen(site: site, assets: assets, files: Self.files(of: site)), to: router)
    }
    router.get("/") { request, context in
      // One application alone needs no list of applications.
      if let alone {
        return try await answer(request, context, nil) { _ in .seeOther(URLPath(alone)) }
      }
      let isOnThisMachine = context.isOnThisMachine(request)
      let hidesExamples = ExamplesChoice.areHidden(in: request)
      return try await answer(request, context, nil) {
        try await home.page(
          $0.say, isOnThisMachine: isOnThisMachine, hidesExamples: hidesExamples,
          removed: makesApps ? RemovedApps.rows(site, $0.say) : [])
      }
    }
    let search = GlobalSearchScreen(apps: apps, assets: assets)
    router.get(RouterPath(GlobalSearchScreen.path.text)) { request, context in
      try await answer(request, context, nil) { try await search.page(request, $0) }
    }
    router.get(RouterPath(OfflineScreen.path.text)) { request, context in
      try await answer(request, context, nil) { OfflineScreen(assets: assets).page($0.say) }
    }
    router.get("/\(Manifest.name)") { request, context in
      try await answer(request, context, only) {
        Manifest(
          title: $0.say(branding.title), summary: summary($0.say), start: URLPath(),
          language: $0.say.language, assets: assets
        ).document
      }
    }
    router.post("/language") { request, context in
      try await answer(request, context, nil) { _ in LanguageScreen.choose(try await SubmittedForm(request)) }
    }
    router.post("/shortcuts") { request, context in
      try await answer(request, context, nil) { _ in ShortcutScreen.choose(try await SubmittedForm(request)) }
    }
    if makesApps, let site {
      router.post(RouterPath(RemovedApps.path.text)) { request, context in
        try await answer(request, context, nil) { _ in
          try await RemovedApps.bringBack(try await SubmittedForm(request), site)
        }
      }
    }
    router.post("/examples") { request, context in
      try await answer(request, context, nil) { _ in ExamplesChoice.choose(try await SubmittedForm(request)) }
    }
    for screens in apps { add(screens, to: router.group(RouterPath(screens.app.pathName))) }
  }

  private func add(_ screens: AppScreens, to group: RouterGroup<WebContext>) {
    group.get { request, context in
      try await answer(request, context, screens) { asked in
        if let welcome = WelcomeScreen(screens) { return try await welcome.page(asked) }
        return .seeOther(
          screens.description.tabs.first.map { screens.path.appending($0.path) }
            ?? screens.moreAddress)
      }
    }
    group.get("\(Manifest.name)") { request, context in
      try await answer(request, context, screens) {
        Manifest(
          title: $0.say(screens.description.title), summary: $0.say(screens.description.summary), start: screens.path,
          language: $0.say.language, assets: assets, ownIcon: screens.path.appending(AppIcon.fileName),
          ownPixels: screens.pixels
        ).document
      }
    }
    group.get("\(AppIcon.fileName)") { request, context in
      try await answer(request, context, screens) { screens.appIcon.document(screens.description.hue, $0.say) }
    }
    group.get("\(PixelIcon.fileName)") { request, context in
      try await answer(request, context, screens) { _ in
        guard let icon = screens.pixelIcon else { throw ScreenFault.noSuchPage }
        return icon.document
      }
    }
    addSettings(of: screens, to: group)
    group.get("export/{file}") { request, context in
      try await answer(request, context, screens) {
        try await ExportScreen(screens: screens).file(context.parameters.get("file") ?? "", $0)
      }
    }
    let share = ShareScreen(screens: screens, isOpenToEverybody: isOpenToEverybody)
    group.get("share") { request, context in
      try await answer(request, context, screens) { try await share.page(request, context, $0) }
    }
    let developer = DeveloperScreen(screens: screens)
    group.get("developer") { request, context in
      let browser = StatementHistory.browser(request)
      return try await answer(request, context, screens) { try await developer.page($0, of: browser) }
    }
    group.post("developer") { request, context in
      try await answer(request, context, screens) { _ in developer.choose(try await SubmittedForm(request)) }
    }
    for own in screens.app.app.pages {
      group.get(RouterPath("pages/" + own.name)) { request, context in
        let query = Dictionary(try Query(request).items.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        return try await answer(request, context, screens) {
          try await OwnPageScreen(screens: screens, own: own).page($0, query: query)
        }
      }
    }
    addActions(of: screens, to: group)
    addImport(of: screens, to: group)
    addHistory(of: screens, to: group)
    if let site { addShape(of: screens, site, to: group) }
    addDuplicates(of: screens, to: group)
    for groups in screens.description.tabs.compactMap({ GroupsScreen(screens, $0) }) {
      group.get("\(groups.tab.path)") { request, context in
        try await answer(request, context, screens, caching: []) { try await groups.page($0) }
      }
    }
    for overview in screens.description.tabs.compactMap({ OverviewScreen(screens, $0) }) {
      group.get("\(overview.tab.path)") { request, context in
        try await answer(request, context, screens, caching: []) { try await overview.page($0) }
      }
    }
    for calendar in screens.description.tabs.compactMap({ CalendarPages(screens, $0) }) { add(calendar, to: group) }
    for map in screens.description.tabs.compactMap({ MapPages(screens, $0) }) { add(map, to: group) }
    for entity in screens.description.model.entities {
      if let list = ListScreen(screens, of: entity) {
        add(list, to: group)
      } else if let table = TableScreen(screens, of: entity) {
        add(table, to: group)
      }
    }
  }

  private func addActions(of screens: AppScreens, to group: RouterGroup<WebContext>) {
    add(screens, at: "actions/{action}", to: group) { name, request, _ in
      try ActionScreen(screens, name, returnTo: request.uri.queryParameters["returnTo"].map(String.init))
    }
    group.get("actions/{action}/files/{token}") { request, context in
      try await answer(request, context, screens) { _ in
        try await ActionScreen.file(context.parameters.get("token") ?? "", of: screens)
      }
    }
    for entity in screens.description.model.entities {
      add(screens, at: "\(entity.pathName)/{id}/actions/{action}", to: group) { name, request, context in
        try await ActionScreen(
          screens, name, on: entity, id: id(context, entity, screens),
          returnTo: request.uri.queryParameters["returnTo"].map(String.init))
      }
    }
  }

  private func add(
    _ screens: AppScreens, at path: RouterPath, to group: RouterGroup<WebContext>,
    _ action: @escaping @Sendable (String, Request, WebContext) async throws -> ActionScreen
  ) {
    group.get(path) { request, context in
      try await answer(request, context, screens) { asked in
        try await action(context.parameters.get("action") ?? "", request, context).page(asked)
      }
    }
    group.post(path) { request, context in
      try await answer(request, context, screens) { asked in
        let screen = try await action(context.parameters.get("action") ?? "", request, context)
        return try await screen.act(try await SubmittedForm(request), asked)
      }
    }
  }

  /// The id in the address of a screen's record.
  func id(_ context: some RequestContext, _ screen: any EntityScreen, _ name: String = "id") async throws -> RecordID {
    let component = context.parameters.get(name) ?? ""
    guard let id = try await screen.screens.store.id(of: screen.entity, atPage: component) else {
      throw ScreenFault.noSuchRecord(screen)
    }
    return id
  }

  /// The id in the address of a record.
  func id(_ context: some RequestContext, _ entity: EntityDescription, _ screens: AppScreens) async throws -> RecordID {
    let component = context.parameters.get("id") ?? ""
    guard let id = try await screens.store.id(of: entity, atPage: component) else { throw ScreenFault.noSuchPage }
    return id
  }

  /// The response of a screen.
  /// - Parameter parameters: the query parameters of the screen beside ``ScreenRequest/parameters``, if its response may be
  ///   cached; nil for a response that is not cached.
  func answer(
    _ request: Request, _ context: WebContext, _ screens: AppScreens?, caching parameters: Set<String>? = nil,
    _ body: (ScreenRequest) async throws -> ScreenDocument
  ) async throws -> Response {
    var asked = asked(request, screens)
    asked.isOnThisMachine = context.isOnThisMachine(request)
    let (document, read) = try await Dependencies.tracking { [asked] in
      if let screens, request.method == .get, let browser = StatementHistory.browser(request) {
        return try await screens.statements.recording(asked.address, of: browser) { try await body(asked) }
      }
      return try await body(asked)
    }
    let dependencies = read.union(document.dependencies)
    if let parameters, asked.query.names.allSatisfy(parameters.union(ScreenRequest.parameters).contains) {
      context.dependencies?.state(dependencies)
    }
    return DocumentRenderer(screens: screens).response(to: asked, document, dependencies)
  }

  private func asked(_ request: Request, _ screens: AppScreens?) -> ScreenRequest {
    ScreenRequest(request, app: screens?.app, catalogue: screens?.app.catalogue ?? .platform)
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
    let screens = apps.first { $0.app.pathName == name ?? "" } ?? only
    let closed = unavailable.first { $0.name == name ?? "" }
    let again = request.method == .get ? URLPath(local: request.uri.string) : nil
    let fault = ScreenFault(error, problem, back: screens?.path, again: again)
    let asked = asked(request, screens)
    // Faults of screens are everyday ones: a record that was deleted, an undo that is refused.
    if error is ScreenFault, let screens, let document = try? await fault.document(in: screens, asked) {
      return DocumentRenderer(screens: screens).response(to: asked, document, Dependencies())
    }
    let document = fault.document(
      asked.say, assets: assets, hue: (screens?.description ?? closed?.app.description)?.hue ?? HomeScreen.hue,
      reference: fault.status == .internalServerError ? reference : nil)
    return DocumentRenderer(screens: screens).response(to: asked, document, Dependencies())
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
