import Hummingbird
import KartotekaStore
import Logging
import ServiceLifecycle

/// Does undos that take long, part after part, and goes on with those that the end of a process interrupted.
struct UndoRunner: Service, CustomStringConvertible {
  let apps: [RunningApp]
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
        for app in apps { group.addTask { await work(on: app) } }
        // Without any application the server goes on all the same.
        group.addTask { try? await Task.sleep(for: .seconds(1_000_000_000)) }
        await group.waitForAll()
      }
    }
  }

  private func work(on app: RunningApp) async {
    await finish(app)
    for await _ in app.undoRequests.stream { await finish(app) }
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

/// Tells the runner that an undo was begun.
final class UndoRequests: Sendable {
  /// One element for each request; several that nobody took are one.
  let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Has the runner look.
  func send() { continuation.yield() }
}
