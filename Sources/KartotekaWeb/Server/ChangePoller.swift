import Hummingbird
import KartotekaStore
import ServiceLifecycle

/// Looks whether other programs have written to the files, on behalf of those who follow changes: SQLite tells only
/// those who ask. What they committed comes into the feed then.
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
        for store in stores where store.feed.hasFollowers { _ = try? await store.version() }
      }
    }
  }
}
