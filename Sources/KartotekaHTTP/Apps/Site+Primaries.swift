import KartotekaApplication
import KartotekaScreens
@_spi(System) import KartotekaStore
import Logging

// Applications of other servers, and those whose primary database can't be used yet.
extension Site {
  /// Opens what other servers have just made, if a request for something unknown may be for it: an application or a kind of
  /// record that its address begins with, or a style sheet, whose name depends on the colours of all applications.
  func open(for path: String) async {
    guard primaries != nil, let folder, let name = APIAddress.name(in: path) else { return }
    if let app = app(name) {
      // The request has brought the local copy up to date; see `SeenCommit`.
      guard app.app.design != nil, await app.system.hasOtherDescription() else { return }
    }
    await look(in: folder, isRequested: true)
  }

  /// Opens the application that a request writes to, if another server may have just made it.
  func openUnknown(for path: String) async {
    guard let name = APIAddress.name(in: path), !AppNameReserved.names.contains(name), app(name) == nil else { return }
    await open(for: path)
  }

  /// Opens the applications that wait for their primary databases.
  /// - Returns: whether the next attempt can soon succeed, because a server could not be reached.
  package func openWaiting() async -> Bool {
    guard let folder else { return false }
    for closed in state.withLock({ $0.content.unavailable }) where closed.waitsForPrimary {
      do {
        let app = try folder.app(closed.name) ?? closed.app
        let opened = try await RunningApp.openWaiting(app, in: folder.url, options: options, logger: logger)
        try await inTurn { [self] in put(opened) }
        logger.notice("Application opened", metadata: ["app": "\(closed.name)"])
      } catch StoreError.busy {
        return true
      } catch {
        let reason = RunningApp.reason(error, closed.app)
        if reason != RunningApp.reason(closed.error, closed.app) {
          try? await inTurn { [self] in note(UnavailableApp(closed.app, because: error)) }
          logger.error("Application can't be opened", metadata: ["app": "\(closed.name)", "reason": "\(reason)"])
        }
        // The others have the same server.
        if case StoreError.primary(_, _, let refusal) = error, refusal.isTemporary { return true }
      }
    }
    return false
  }

  /// Puts an application that could not be opened in the place of its former error. It is called in turn, as ``put(_:)`` is.
  func note(_ closed: UnavailableApp) {
    change { content in
      content.unavailable.removeAll { $0.name == closed.name }
      content.unavailable.append(closed)
    }
  }
}
