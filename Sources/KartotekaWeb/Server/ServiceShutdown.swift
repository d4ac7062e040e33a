import KartotekaHTTP
import KartotekaServices
import ServiceLifecycle

/// Closes the connections to services when the server shuts down, after all services that use them.
struct ServiceShutdown: Service, CustomStringConvertible {
  let site: Site
  /// Whether the write-ahead logs are checkpointed into the database files.
  var emptiesLogs = false
  /// The service group logs its services. The default description would contain all applications.
  var description: String { "services" }

  func run() async throws {
    try? await gracefulShutdown()
    for app in site.apps { await app.services.shutdown() }
    if emptiesLogs { for app in site.apps { app.store.emptyLog() } }
  }
}
