import KartotekaHTTP
import KartotekaServices
import ServiceLifecycle

/// Ends the connections to services when the server shuts down, after everything that may use them.
struct ServiceShutdown: Service, CustomStringConvertible {
  let site: Site
  /// A service group writes its services down; all that the applications hold would take it minutes.
  var description: String { "services" }

  func run() async throws {
    try? await gracefulShutdown()
    for app in site.apps { await app.services.shutdown() }
  }
}
