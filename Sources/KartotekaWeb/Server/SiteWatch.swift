import Hummingbird
import KartotekaHTTP
import ServiceLifecycle

/// Looks once a second for designed applications that other processes have made or changed.
struct SiteWatch: Service, CustomStringConvertible {
  let site: Site
  var interval = Duration.seconds(1)
  /// A service group writes its services down; all that the applications hold would take it minutes.
  var description: String { "designs" }

  /// Looks until the server shuts down.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: interval)
        await site.refresh()
      }
    }
  }
}
