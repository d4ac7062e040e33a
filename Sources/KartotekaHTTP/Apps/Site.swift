import Dispatch
import Foundation
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaPeople
import KartotekaScreens
import KartotekaServices
@_spi(System) import KartotekaStore
import Logging
import Synchronization

/// The applications of a server. Designed applications are added, changed and removed while the server runs. After each
/// change the routes of all applications are rebuilt. Requests in progress finish with the routes that they started with.
package final class Site: Sendable {
  /// The applications, in the order of the home screen.
  package struct Content: Sendable {
    package var apps: [RunningApp]
    package var unavailable: [UnavailableApp]

    package init(apps: [RunningApp], unavailable: [UnavailableApp]) {
      (self.apps, self.unavailable) = (apps, unavailable)
    }
  }

  struct State {
    var content: Content
    var responder: RouterResponder<WebContext>?
    /// The number of changes of the applications so far.
    var changes = 0
    var route: (@Sendable (Content) -> RouterResponder<WebContext>)?
    var arrivals: [AsyncStream<RunningApp>.Continuation] = []
    /// The files that are not designed applications, with their modification dates.
    var others: [String: Date] = [:]
    /// The last look at what other processes have made, which may have ended, and the next one, which has not begun.
    var look, nextLook: Task<Void, Never>?
    /// Whether the next one asks the primary database in any case.
    var isLookRequested = false
  }

  /// The data folder with designed applications; nil if the server has none.
  package let folder: DesignFolder?
  /// The work with backups; nil if neither the applications nor their local copies are in a data folder.
  package let desk: BackupDesk?
  /// The making of applications from files, one at a time.
  package let makings = ImportQueue()
  let options: StoreOptions
  /// The people of the server; nil for none.
  let people: People?
  /// The primary databases of the applications; nil if the applications are files of this server.
  package var primaries: (any PrimaryDatabases)? { options.primaries }
  let logger: Logger
  let state: Mutex<State>
  // A serial queue: migrations block, and changes of applications must not run at the same time.
  private let queue = DispatchQueue(label: "designs")

  package init(_ content: Content, folder: DesignFolder?, options: StoreOptions, people: People? = nil, logger: Logger)
  {
    self.folder = folder
    self.people = people
    self.options = options
    self.logger = logger
    desk = folder.map { BackupDesk($0.url, logger: logger) }
    var state = State(content: content)
    // A file that could not be opened at the start is tried again when it is another one.
    for file in content.unavailable.compactMap(\.app.openedFile) {
      state.others[file.url.path()] = Self.date(of: file.url)
    }
    self.state = Mutex(state)
  }

  /// The running applications.
  package var apps: [RunningApp] { state.withLock { $0.content.apps } }

  /// The application with the given name; nil if it doesn't exist.
  package func app(_ name: String) -> RunningApp? { apps.first { $0.name == name } }

  /// The responder with the current routes, and the number of changes of the applications that it knows.
  var routes: (responder: RouterResponder<WebContext>?, changes: Int) { state.withLock { ($0.responder, $0.changes) } }

  /// Sets the first responder, and the function that builds the responder after each change of the applications.
  package func serve(
    first responder: RouterResponder<WebContext>, by route: @escaping @Sendable (Content) -> RouterResponder<WebContext>
  ) {
    state.withLock {
      $0.responder = responder
      $0.route = route
    }
  }

  /// A stream of the current applications and of those that are added later.
  package func arrivals() -> AsyncStream<RunningApp> {
    let (stream, continuation) = AsyncStream.makeStream(of: RunningApp.self)
    let apps = state.withLock { state in
      state.arrivals.append(continuation)
      return state.content.apps
    }
    for app in apps { continuation.yield(app) }
    return stream
  }

  // MARK: Designed applications

  /// Creates or changes a designed application, or changes the guessed description of an opened file or the fields that are added
  /// to an application in code.
  /// - Parameters:
  ///   - omitsRest: whether what an opened file or a declaration does not allow is left out instead of refused.
  ///   - check: throws to refuse the change in the current state.
  /// - Returns: the change.
  /// - Throws: ``DesignError``, `AppDocumentError`, `StoreError`, errors of `check`.
  package func change(
    to document: AppDocument, isDryRun: Bool, omitsRest: Bool = false,
    check: @escaping @Sendable (DesignChange) throws -> Void
  ) async throws -> DesignChange {
    if let file = app(document.name)?.store.openedFile {
      return try await inTurn { [self] in
        let change = try DesignChange(document, of: file, omitsRest: omitsRest)
        try check(change)
        guard !isDryRun, !change.isEmpty else { return change }
        try withoutImports(document.name) {
          put(try RunningApp(try change.applyBesideFile(), options: options))
        }
        return change
      }
    }
    if let running = app(document.name), running.takesFields {
      // A whole description is that of another application.
      guard omitsRest else { throw DesignError.isCode(document.name) }
      return try await change(running, to: document, isDryRun: isDryRun, check: check)
    }
    guard let folder else { throw Problem.noDesigns }
    if !isDryRun, let store = app(document.name)?.store, try await store.hasUnfinishedChangeSet() {
      try await store.takeBackInterrupted()
    }
    // An application of that name that another process has removed may have left roles.
    if !isDryRun, !hasApp(document.name) { try await people?.endRoles(in: document.name, by: nil) }
    return try await inTurn { [self] in
      let change = try DesignChange(document, in: folder)
      try check(change)
      guard !isDryRun, !change.isEmpty else { return change }
      let isNew = !hasApp(document.name)
      try withoutImports(document.name) {
        let (app, store) = try change.apply(in: folder, options: options)
        if isNew { try CalendarFeed.endAll(in: store) }
        put(RunningApp(app, on: store))
      }
      return change
    }
  }

  /// Does something while no import into an application runs.
  /// - Throws: ``DesignError`` where one runs, and errors of `body`.
  func withoutImports(_ name: String, _ body: () throws -> Void) throws {
    guard let app = app(name) else { return try body() }
    // An import at another server.
    if try app.store.sharedWork("imports")?.isRunning(lane: "import") == true { throw DesignError.importRuns() }
    try app.imports.withoutImports(body)
  }

  /// Takes another program's file into the data folder and serves it as an application.
  /// - Parameters:
  ///   - file: the file, which is moved.
  ///   - name: its name for people.
  /// - Returns: the application's name.
  /// - Throws: `StoreError.cannotOpen`, ``DesignError``, `CocoaError`.
  package func open(_ file: URL, called name: String) async throws -> String {
    guard let folder else { throw Problem.noDesigns }
    return try await inTurn { [self] in
      let taken = state.withLock { Set($0.content.apps.map(\.name) + $0.content.unavailable.map(\.name)) }
      let opened = try OpenedFolder(in: folder.url).add(file, called: name, besides: taken.union(folder.taken))
      put(try RunningApp(opened, options: options))
      return opened.app.description.name
    }
  }

  /// Moves what is kept beside another program's file into the file, or out of it again.
  /// - Returns: the copy of the file that was made before; nil if the adoption is taken back.
  /// - Throws: ``DesignError``, `StoreError`; everything is as it was then.
  @discardableResult
  package func setAdopted(_ isAdopted: Bool, _ name: String, indices: [String] = []) async throws -> String? {
    try await inTurn { [self] in
      guard let app = app(name), let file = app.store.openedFile, let state = app.app.opened, !file.isReadOnly else {
        throw DesignError.unknown(name)
      }
      guard state.isAdopted != isAdopted, !isAdopted || state.canBeAdopted else { throw StoreError.descriptionChanged }
      var copy: URL?
      try withoutImports(name) {
        var plain = file
        plain.isAdopted = false
        let side = plain.sideFile
        if isAdopted {
          copy = try Adoption(of: plain, beside: side).adopt(adding: indices)
          plain.removeSideFile()
        } else {
          // An earlier adoption may have left the file.
          plain.removeSideFile()
          try Adoption(of: plain, beside: side).takeBack()
        }
        put(try RunningApp(try OpenedApp(OpenedFile(file.url), named: name), options: options))
      }
      return copy?.lastPathComponent
    }
  }

  /// Adds an index to an adopted file, by which deletions and lists of related records are found.
  /// - Throws: `StoreError`.
  package func addIndex(_ statement: String, to name: String) async throws {
    try await inTurn { [self] in
      guard let app = app(name), let file = app.store.openedFile, file.isAdopted else {
        throw DesignError.unknown(name)
      }
      try Adoption(of: file, beside: file.url).add(statement)
      put(try RunningApp(try OpenedApp(OpenedFile(file.url), named: name), options: options))
    }
  }

  /// Removes an application that was designed or whose file lies in the data folder. The file is renamed and stays there.
  /// - Returns: the new name of the file.
  /// - Throws: ``DesignError``, also where an import is running, `CocoaError`.
  package func remove(_ name: String) async throws -> String {
    guard let folder else { throw Problem.noDesigns }
    let kept: String = try await inTurn { [self] in
      guard !folder.taken.contains(name) else { throw DesignError.isCode(name) }
      guard let app = app(name), canRemove(app) else { throw DesignError.unknown(name) }
      var kept = ""
      // An import would go on in the file that is set aside.
      try withoutImports(name) {
        try app.system.removeFromPrimary()
        // If this fails, all people's calendars can still be read.
        try CalendarFeed.endAll(in: app.store)
        app.system.emptyLog()
        let file = app.store.openedFile?.url ?? folder.file(of: name)
        kept = try Store.setAside(file)
        let target = file.deletingLastPathComponent().appending(path: kept)
        // The next file of the name has a history, uploads and runs of its own.
        if app.store.openedFile != nil { OpenedFile(file).moveSideFile(of: OpenedFile(target)) }
        WorkFolder.setAside(of: name, beside: app.store.url ?? file, as: kept)
        state.withLock { $0.others[file.path()] = nil }
        drop(name)
      }
      return kept
    }
    try await people?.endRoles(in: name, by: nil)
    return kept
  }

  func put(_ app: RunningApp) {
    let (old, arrivals) = change { content in
      let place = content.apps.firstIndex { $0.name == app.name }
      let old = place.map { content.apps[$0] }
      if let place { content.apps[place] = app } else { content.apps.append(app) }
      content.unavailable.removeAll { $0.name == app.name }
      return old
    }
    for arrival in arrivals { arrival.yield(app) }
    old?.retire()
  }

  func drop(_ name: String) {
    let (old, _) = change { content in
      let old = content.apps.first { $0.name == name }
      content.apps.removeAll { $0.name == name }
      return old
    }
    old?.retire()
  }

  /// Changes the applications together with their routes, so that no request finds an application without its routes. It is
  /// called in turn: no other change builds its routes from an earlier state meanwhile.
  /// - Returns: what `body` returns, and the streams that were there before the change.
  @discardableResult
  func change<Result>(
    _ body: (inout Content) -> Result
  ) -> (result: Result, arrivals: [AsyncStream<RunningApp>.Continuation]) {
    var (content, route) = state.withLock { ($0.content, $0.route) }
    let result = body(&content)
    let responder = route?(content)
    let arrivals = state.withLock { [content] state in
      state.content = content
      state.responder = responder ?? state.responder
      state.changes += 1
      return state.arrivals
    }
    return (result, arrivals)
  }

  /// Makes the routes anew, when something else has changed on which they depend.
  package func reroute() async {
    _ = try? await inTurn { [self] in
      change { _ in }
      return ()
    }
  }

  func inTurn<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}

/// A weak reference to a site, for the routes that the site itself owns.
package struct SiteReference: Sendable {
  private let look: @Sendable () -> Site?

  /// - Parameter site: nil for routes that serve no requests.
  package init(_ site: Site?) { look = { [weak site] in site } }

  /// The site.
  /// - Throws: a ``Problem`` if the server has stopped.
  package var site: Site {
    get throws {
      guard let site = look() else { throw Problem.noDesigns }
      return site
    }
  }
}

extension Problem {
  /// The problem of a server that has no data folder for designed applications.
  static let noDesigns = Problem(.notFound, "Applications can't be created on this server.")
}
