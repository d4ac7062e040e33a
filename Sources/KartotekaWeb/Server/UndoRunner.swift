import Hummingbird
@_spi(System) import KartotekaHTTP
@_spi(System) import KartotekaStore
import Logging
import ServiceLifecycle

/// Performs long undos in several transactions and resumes those that the end of a process interrupted. At the start it
/// undoes imports that were interrupted. With a primary database it does both also for servers that have ended meanwhile.
struct UndoRunner: Service, CustomStringConvertible {
  let apps: [RunningApp]
  /// The source of later applications; nil to use only `apps`.
  var site: Site?
  let logger: Logger
  /// The pause between two transactions. Another process that waits for the lock tries at least every tenth of a second.
  var pause = Duration.milliseconds(100)
  /// The pause between two looks at what other servers do.
  var patience = Duration.seconds(30)
  /// The service group logs its services.
  var description: String { "undo" }

  /// Runs until the server shuts down.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup { group in
        if let site {
          for await app in site.arrivals() { group.addTask { await work(on: app) } }
        } else {
          for app in apps { group.addTask { await work(on: app) } }
        }
        // Keeps the service running if there are no applications.
        group.addTask { try? await Task.sleep(for: .seconds(1_000_000_000)) }
        await group.waitForAll()
      }
    }
  }

  private func work(on app: RunningApp) async {
    // Subscribes before the first check, so that no request is missed.
    let requests = app.undoRequests.stream()
    while app.systemStore.isReadOnly, !Task.isCancelled { try? await Task.sleep(for: .seconds(5)) }
    do {
      try await app.systemStore.takeBackInterrupted()
    } catch {
      logger.error("\(app.name): taking back an import: \(error)")
    }
    await finish(app)
    await withTaskGroup { group in
      if app.systemStore.hasPrimary { group.addTask { await followOthers(on: app) } }
      for await _ in requests { await finish(app) }
      group.cancelAll()
    }
  }

  // An undo that has not gone on since the last look has lost its server.
  private func followOthers(on app: RunningApp) async {
    var last: LongUndo?
    while true {
      do { try await Task.sleep(for: patience) } catch { return }
      do {
        if try await app.systemStore.hasUnfinishedChangeSet() { try await app.systemStore.takeBackInterrupted() }
        let undo = try await app.systemStore.longUndo()
        if let undo, !undo.isOver, undo == last { app.undoRequests.send() }
        last = undo
      } catch {
        if Task.isCancelled { return }
        logger.debug("\(app.name): what other servers have begun: \(error)")
      }
    }
  }

  // Completes the undo in progress, if there is one.
  private func finish(_ app: RunningApp) async {
    while !Task.isCancelled {
      do {
        guard let undo = try await app.systemStore.longUndo(), !undo.isOver else { return }
        _ = try await app.system.continueUndo()
        try await Task.sleep(for: pause)
      } catch {
        if Task.isCancelled { return }
        logger.error("\(app.name): undo: \(error)")
        try? await Task.sleep(for: .seconds(5))
      }
    }
  }
}
