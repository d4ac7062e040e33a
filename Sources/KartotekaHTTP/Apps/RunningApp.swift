import Foundation
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaServices
@_spi(System) import KartotekaStore
import Synchronization

/// An application and its open store.
public struct RunningApp: Sendable {
  /// The application as declared.
  public let app: App
  /// The store of its records, with all rights. Other modules reach it by ``store(for:)``.
  let store: Store
  /// The services on the internet that it uses.
  public var services: Services
  /// Wakes the runner of long undos.
  package let undoRequests = UndoRequests()
  /// Runs the imports.
  package let imports = ImportQueue()
  /// The people who have records open.
  package let presence: Presence
  /// The changes of each person that can be undone.
  package let recentChanges = RecentChanges()
  /// The readings of uploaded files.
  package let readings = UploadQueues()
  /// The actions that run on several records.
  package let runs: ActionRuns
  /// Whether another revision of the description has replaced the application.
  package let retirement = Retirement()
  /// The platform's translations and the application's own, which take precedence.
  public let catalogue: Catalogue

  /// Opens the file again after its schema or the added fields have changed; nil for designed applications.
  package var reopen: (@Sendable () throws -> RunningApp)?
  /// Makes the application anew with other added fields, on a store of them; nil where none can be added.
  package internal(set) var renew: (@Sendable (App, Store) throws -> RunningApp)?
  /// The number of the opened file's schema changes when it was read.
  package var schemaVersion: Int64?

  /// Makes an application from its declaration and a store of its model.
  public init(_ app: App, on store: Store, services: Services = .none) {
    self.app = app
    self.store = store
    self.services = services
    var words = Catalogue.platform
    words.merge(app.catalogue)
    catalogue = words
    presence = Presence(over: store.sharedWork("presence"))
    runs = ActionRuns(
      in: store.url.map { WorkFolder.runs.url(of: app.description.name, beside: $0) }, of: store)
  }

  /// The name as a component of addresses.
  package var pathName: String { URLPath.encoded(name) }

  /// The name, which is the first component of its addresses.
  public var name: String { app.description.name }

  /// The plain description of the application.
  public var description: AppDescription { app.description }

  /// A localizer for the preferred languages of an Accept-Language header. English if the header is missing.
  package func localizer(acceptLanguage header: String?) -> Localizer {
    Localizer(language: header.map { .preferred(acceptLanguage: $0) } ?? .english, catalogue: catalogue)
  }
}

extension RunningApp {
  /// The store as those with this access reach it: the only way of pages and API to records.
  package func store(for access: Access) -> Store { store.session(for: access) }

  /// The store as the sender of a request reaches it.
  package func store(for context: WebContext) -> Store { store(for: context.access) }

  /// The store with all rights, for what the system itself does: background work, the response cache, the end of the process.
  @_spi(System) public var systemStore: Store { store }

  /// The functions of the store that only the system calls.
  @_spi(System) public var system: StoreSystem { store.system }

  /// The commits, which change streams follow.
  package var feed: ChangeFeed { store.feed }

  /// The database file; nil for a store in memory.
  package var file: URL? { store.url }

  /// The opened file of another program; nil for an application of our own.
  package var openedFile: OpenedFile? { store.openedFile }

  /// Whether nothing can be changed.
  package var isReadOnly: Bool { store.isReadOnly }

  /// The work of a kind that all servers share; nil without a primary database.
  package func sharedWork(_ kind: String) -> (any SharedWork)? { store.sharedWork(kind) }

  /// The number of the last commit of the primary database that the file contains; nil without one.
  package var primaryNumber: Int64? { store.primaryNumber }

  /// Brings the file up to date if it lacks a commit of the primary database.
  package func catchUp(to number: Int64) async { await store.catchUp(to: number) }

  /// The services of an application, with the keys from its secrets.
  ///
  /// A service's key is the secret that has the service's environment variable. If the application declares no such secret,
  /// the environment variable alone is used.
  /// - Throws: `StandInError` if an environment variable with a service's address is invalid.
  public static func services(of app: App, on store: Store, over network: ServiceNetwork) throws -> Services {
    let declared = app.description.secrets
    return try Services(network: network) { service in
      let secret = declared.first { $0.environment == service.keyVariable }
      // An unreadable secret counts as missing. Settings shows the reason.
      return try? store.secrets.value(
        of: Secret(secret?.name ?? "", secret?.label ?? "", environment: service.keyVariable))
    }
  }
}

/// Notifies runners that a long undo has begun.
package final class UndoRequests: Sendable {
  private struct State {
    var next = 0
    var isOver = false
    var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let runners = Mutex(State())

  /// A stream with an element for each request from now on. Unread requests are coalesced. The stream ends with the task that
  /// reads it.
  package func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = runners.withLock { runners -> Int? in
      if runners.isOver { return nil }
      runners.next += 1
      runners.continuations[runners.next] = continuation
      return runners.next
    }
    if let id { continuation.onTermination = { [weak self] _ in self?.remove(id) } } else { continuation.finish() }
    return stream
  }

  private func remove(_ id: Int) { runners.withLock { _ = $0.continuations.removeValue(forKey: id) } }

  /// Ends all streams, and those that are made afterwards.
  package func finish() {
    let all = runners.withLock { runners in
      runners.isOver = true
      return runners.continuations.values.map(\.self)
    }
    for continuation in all { continuation.finish() }
  }

  /// Wakes all runners.
  package func send() {
    for continuation in runners.withLock({ $0.continuations.values.map(\.self) }) { continuation.yield() }
  }
}

/// A flag that is set when another revision of the description replaces an application. Change streams then end, and pages
/// reload.
package final class Retirement: Sendable {
  private let flag = Atomic(false)

  /// Whether the application was replaced.
  package var isOver: Bool { flag.load(ordering: .acquiring) }

  fileprivate func end() { flag.store(true, ordering: .releasing) }
}

extension RunningApp {
  /// Ends the change streams of a replaced application. Requests in progress continue.
  func retire() {
    retirement.end()
    system.endStreams()
    undoRequests.finish()
  }
}
