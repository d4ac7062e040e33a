import KartotekaApplication
import KartotekaStore
import Logging

// Applications of other servers, and those whose primary database can't be used yet.
extension Site {
  /// Opens what other servers have just made, if a request for something unknown may be for it: an application that its address
  /// begins with, or a style sheet, whose name depends on the colours of all applications.
  /// - Returns: whether the response may be another one now.
  func open(for path: String) async -> Bool {
    guard primaries != nil, let folder else { return false }
    let parts = path.split(separator: "/")
    if parts.first == "assets" {
      await refresh(isRequested: true)
      return true
    }
    guard let name = parts.first == "api" ? parts.dropFirst().first : parts.first, app(String(name)) == nil else {
      return false
    }
    await bringOthers(to: folder, isRequested: true)
    return app(String(name)) != nil
  }

  /// Opens the applications that other servers have made, and closes those that they have removed. Calls at the same time are one
  /// look.
  /// - Parameter isRequested: whether the primary database is asked in any case.
  func bringOthers(to folder: DesignFolder, isRequested: Bool) async {
    let look = state.withLock { state in
      if isRequested { state.isLookRequested = true }
      if let next = state.look { return next }
      let next = Task { [self] in
        _ = try? await inTurn { [self] in
          let isRequested = self.state.withLock { state in
            state.look = nil
            defer { state.isLookRequested = false }
            return state.isLookRequested
          }
          // Where the database server does not answer, the next look tries again.
          for name in (try? folder.bringOthers(isRequested: isRequested)) ?? [] { drop(name) }
          lookForFiles(in: folder)
        }
      }
      state.look = next
      return next
    }
    await look.value
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
    state.withLock { state in
      state.content.unavailable.removeAll { $0.name == closed.name }
      state.content.unavailable.append(closed)
    }
    reroute()
  }
}
