import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore
import ServiceLifecycle

extension RunningApp {
  /// The services of an application, with the keys that are in its secrets.
  ///
  /// A service's key is the secret with its environment variable; where an application declares none, that variable
  /// alone counts.
  /// - Throws: `StandInError`.
  public static func services(of app: App, on store: Store, over network: ServiceNetwork) throws -> Services {
    let declared = app.description.secrets
    return try Services(network: network) { service in
      let secret = declared.first { $0.environment == service.keyVariable }
      // One that can't be read is as good as none; Settings says what is wrong with it.
      return try? store.secrets.value(
        of: Secret(secret?.name ?? "", secret?.label ?? "", environment: service.keyVariable))
    }
  }
}

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
