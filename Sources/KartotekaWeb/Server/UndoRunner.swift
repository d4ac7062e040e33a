import Hummingbird
import KartotekaHTTP
import KartotekaStore
import Logging
import ServiceLifecycle

/// Does undos that take long, part after part, and goes on with those that the end of a process interrupted. Imports that
/// such an end interrupted are taken back at the start.
struct UndoRunner: Service, CustomStringConvertible {
  let apps: [RunningApp]
  /// Where more applications come from; nil for none.
  var site: Site?
  let logger: Logger
  /// How long it rests between two parts. Another process that waits for the lock looks for it every tenth of a second
  /// at the latest.
  var pause = Duration.milliseconds(100)
  /// A service group writes its services down.
  var description: String { "undo" }

  /// Works until the server shuts down.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup { group in
        if let site {
          for await app in site.arrivals() { group.addTask { await work(on: app) } }
        } else {
          for app in apps { group.addTask { await work(on: app) } }
        }
        // Without any application the server goes on all the same.
        group.addTask { try? await Task.sleep(for: .seconds(1_000_000_000)) }
        await group.waitForAll()
      }
    }
  }

  private func work(on app: RunningApp) async {
    // Before the first look, so that no request is missed.
    let requests = app.undoRequests.stream()
    while app.store.isReadOnly, !Task.isCancelled { try? await Task.sleep(for: .seconds(5)) }
    do {
      try await app.store.takeBackInterrupted()
    } catch {
      logger.error("\(app.name): taking back an import: \(error)")
    }
    await finish(app)
    for await _ in requests { await finish(app) }
  }

  // Ends the undo that is under way, if there is one.
  private func finish(_ app: RunningApp) async {
    while !Task.isCancelled {
      do {
        guard let undo = try await app.store.longUndo(), !undo.isOver else { return }
        _ = try await app.store.continueUndo()
        try await Task.sleep(for: pause)
      } catch {
        if Task.isCancelled { return }
        logger.error("\(app.name): undo: \(error)")
        try? await Task.sleep(for: .seconds(5))
      }
    }
  }
}
