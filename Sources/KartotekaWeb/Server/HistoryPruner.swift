import Hummingbird
import KartotekaHTTP
import KartotekaStore
import Logging
import ServiceLifecycle

/// Removes images beyond the retention limits and unreferenced files in the background.
struct HistoryPruner: Service, CustomStringConvertible {
  let apps: [RunningApp]
  /// The current applications; nil to use `apps`.
  var site: Site?
  let logger: Logger
  /// The delay of the first run after the start, so that it does not slow the start.
  var delay = Duration.seconds(60)
  /// The interval between runs.
  var interval = Duration.seconds(3_600)
  /// The service group logs its services. The default description would contain all applications.
  var description: String { "history" }

  /// Prunes until the server shuts down.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      try await Task.sleep(for: delay)
      while true {
        for app in site?.apps ?? apps { await prune(app) }
        try await Task.sleep(for: interval)
      }
    }
  }

  // Errors are logged. The next run tries again.
  private func prune(_ app: RunningApp) async {
    if app.store.isReadOnly { return }
    do {
      let pruned = try await app.store.pruneHistory()
      if pruned.changeSets > 0 || pruned.files > 0 {
        logger.info("Pruned the history of \(app.name): \(pruned.changeSets) changes, \(pruned.files) files")
      }
    } catch {
      logger.warning("The history of \(app.name) can't be pruned: \(error)")
    }
  }
}
