import Dispatch
import Foundation
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore
import Logging
import Synchronization

/// The applications that a server serves at the moment. Designed applications come, change and go while it runs; the routes of
/// all applications are made anew then, and requests under way end with those that they began with.
package final class Site: Sendable {
  /// The applications, in the order of the home screen.
  package struct Content: Sendable {
    package var apps: [RunningApp]
    package var unavailable: [UnavailableApp]

    package init(apps: [RunningApp], unavailable: [UnavailableApp]) {
      (self.apps, self.unavailable) = (apps, unavailable)
    }
  }

  private struct State {
    var content: Content
    var responder: RouterResponder<WebContext>?
    var route: (@Sendable (Content) -> RouterResponder<WebContext>)?
    var arrivals: [AsyncStream<RunningApp>.Continuation] = []
    /// The files that are known to be no designed applications, with the time of their last change.
    var others: [String: Date] = [:]
  }

  /// The data folder with designed applications; nil for a server without.
  package let folder: DesignFolder?
  private let options: StoreOptions
  private let logger: Logger
  private let state: Mutex<State>
  // Migrations wait for the disk, and two changes of one application for each other.
  private let queue = DispatchQueue(label: "designs")

  package init(_ content: Content, folder: DesignFolder?, options: StoreOptions, logger: Logger) {
    self.folder = folder
    self.options = options
    self.logger = logger
    state = Mutex(State(content: content))
  }

  /// The applications that can be used.
  package var apps: [RunningApp] { state.withLock { $0.content.apps } }

  /// The application of that name; nil where there is none.
  package func app(_ name: String) -> RunningApp? { apps.first { $0.name == name } }

  /// What answers requests at the moment.
  package var responder: RouterResponder<WebContext>? { state.withLock { $0.responder } }

  /// Serves the applications by the routes that are made of them, now and after each change.
  package func serve(
    first responder: RouterResponder<WebContext>, by route: @escaping @Sendable (Content) -> RouterResponder<WebContext>
  ) {
    state.withLock {
      $0.responder = responder
      $0.route = route
    }
  }

  /// The applications of now, and those that come later.
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

  /// Makes a designed application, or changes one.
  /// - Parameter check: refuses the change for what there is now.
  /// - Returns: what was changed, and the application.
  /// - Throws: ``DesignError``, `AppDocumentError`, `StoreError`, what `check` throws.
  package func change(
    to document: AppDocument, isDryRun: Bool, check: @escaping @Sendable (DesignChange) throws -> Void
  ) async throws -> DesignChange {
    guard let folder else { throw Problem.noDesigns }
    return try await inTurn { [self] in
      let change = try DesignChange(document, in: folder)
      try check(change)
      guard !isDryRun, !change.isEmpty else { return change }
      let (app, store) = try change.apply(in: folder, options: options)
      put(RunningApp(app, on: store))
      return change
    }
  }

  /// Takes a designed application away. Its file stays in the data folder under another name.
  /// - Returns: the name that the file has now.
  /// - Throws: ``DesignError``, an error of the file system.
  package func remove(_ name: String) async throws -> String {
    guard let folder else { throw Problem.noDesigns }
    return try await inTurn { [self] in
      guard !folder.taken.contains(name) else { throw DesignError.isCode(name) }
      guard let app = app(name), app.app.design != nil else { throw DesignError.unknown(name) }
      app.store.emptyLog()
      let file = folder.file(of: name)
      let stamp = Timestamp.text(Date()).replacing(":", with: "-")
      let kept = file.lastPathComponent + ".deleted-" + stamp
      try FileManager.default.moveItem(at: file, to: file.deletingLastPathComponent().appending(path: kept))
      drop(name)
      return kept
    }
  }

  /// Looks for designed applications that another process has made or changed, and for files that were put into the folder.
  package func refresh() async {
    guard let folder else { return }
    for app in apps where app.app.design != nil {
      if await app.store.hasOtherDescription() {
        _ = try? await inTurn { [self] in open(app.name, in: folder, replacing: app) }
      }
    }
    _ = try? await inTurn { [self] in lookForFiles(in: folder) }
  }

  private func lookForFiles(in folder: DesignFolder) {
    let known = state.withLock { Set($0.content.apps.map(\.name) + $0.content.unavailable.map(\.name)) }
    for name in folder.names() where !known.contains(name) {
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: folder.file(of: name).path(percentEncoded: false))
      let date = attributes?[.modificationDate] as? Date ?? .distantPast
      guard state.withLock({ $0.others[name] != date }) else { continue }
      state.withLock { $0.others[name] = date }
      open(name, in: folder, replacing: nil)
    }
  }

  private func open(_ name: String, in folder: DesignFolder, replacing old: RunningApp?) {
    // Another task may have opened it meanwhile.
    if let old, app(name)?.store !== old.store { return }
    do {
      guard let app = try folder.app(name) else { return }
      let store = try Store(
        app.description.model, at: folder.file(of: name), options: app.storeOptions(options))
      put(RunningApp(app, on: store))
      logger.notice("Application opened", metadata: ["app": "\(name)"])
    } catch {
      logger.error("Application can't be opened", metadata: ["app": "\(name)", "error": "\(error)"])
    }
  }

  private func put(_ app: RunningApp) {
    let (old, arrivals) = state.withLock { state in
      let place = state.content.apps.firstIndex { $0.name == app.name }
      let old = place.map { state.content.apps[$0] }
      if let place { state.content.apps[place] = app } else { state.content.apps.append(app) }
      state.content.unavailable.removeAll { $0.name == app.name }
      return (old, state.arrivals)
    }
    reroute()
    for arrival in arrivals { arrival.yield(app) }
    old?.retire()
  }

  private func drop(_ name: String) {
    let old = state.withLock { state in
      let old = state.content.apps.first { $0.name == name }
      state.content.apps.removeAll { $0.name == name }
      return old
    }
    reroute()
    old?.retire()
  }

  private func reroute() {
    let (content, route) = state.withLock { ($0.content, $0.route) }
    guard let responder = route?(content) else { return }
    state.withLock { $0.responder = responder }
  }

  private func inTurn<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}

/// A site that its own routes refer to without keeping it.
package struct SiteReference: Sendable {
  private let look: @Sendable () -> Site?

  /// - Parameter site: nil for routes that are made to be looked at.
  package init(_ site: Site?) { look = { [weak site] in site } }

  /// The site.
  /// - Throws: a ``Problem`` when the server has ended.
  package var site: Site {
    get throws {
      guard let site = look() else { throw Problem.noDesigns }
      return site
    }
  }
}

/// Answers requests by the routes that a site has at the moment.
package struct SiteResponder: HTTPResponder {
  package let site: Site

  package init(site: Site) {
    self.site = site
  }

  package func respond(to request: Request, context: WebContext) async throws -> Response {
    guard let responder = site.responder else { return Response(status: .serviceUnavailable) }
    return try await responder.respond(to: request, context: context)
  }
}

extension Problem {
  /// A server without a data folder has no designed applications.
  static let noDesigns = Problem(.notFound, "This server makes no applications.")
}
