import Hummingbird
import KartotekaHTTP
import ServiceLifecycle

/// Checks once a second for designed applications that other processes have created or changed.
struct SiteWatch: Service, CustomStringConvertible {
  let site: Site
  var interval = Duration.seconds(1)
  /// The service group logs its services. The default description would contain all applications.
  var description: String { "designs" }

  /// Runs the checks until the server shuts down.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: interval)
        await site.refresh()
      }
    }
  }
}
