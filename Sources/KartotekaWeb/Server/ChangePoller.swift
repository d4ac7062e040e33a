import Hummingbird
import KartotekaStore
import ServiceLifecycle

/// Looks whether other programs have written to the files: SQLite tells only those who ask. The feed tells of what they
/// committed, and the store brings its search and sort keys up to date.
struct ChangePoller: Service {
  let stores: [Store]
  /// How often it looks. Asking takes a microsecond.
  var interval = Duration.milliseconds(250)

  /// Looks until the server shuts down.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: interval)
        // A file that can't be read now may be readable next time; whoever asks for records learns why.
        for store in stores { _ = try? await store.version() }
      }
    }
  }
}
