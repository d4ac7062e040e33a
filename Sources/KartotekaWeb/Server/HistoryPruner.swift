import Hummingbird
import KartotekaHTTP
import KartotekaStore
import Logging
import ServiceLifecycle

/// Removes images that are kept no longer, and files that nothing refers to, in the background: not within a request.
struct HistoryPruner: Service, CustomStringConvertible {
  let apps: [RunningApp]
  /// Where the applications of the moment are; nil for those alone.
  var site: Site?
  let logger: Logger
  /// How long after the start it looks first: the start belongs to those who wait for it.
  var delay = Duration.seconds(60)
  /// How often it looks.
  var interval = Duration.seconds(3_600)
  /// A service group writes its services down.
  var description: String { "history" }

  /// Looks until the server shuts down.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      try await Task.sleep(for: delay)
      while true {
        for app in site?.apps ?? apps { await prune(app) }
        try await Task.sleep(for: interval)
      }
    }
  }

  // What can't be done now, the next time does.
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
