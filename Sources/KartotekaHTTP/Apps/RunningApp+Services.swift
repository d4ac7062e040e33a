import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore

extension RunningApp {
  /// The services of an application, with the keys from its secrets.
  ///
  /// A service's key is the secret that has the service's environment variable. If the application declares no such secret,
  /// the environment variable alone is used.
  /// - Throws: `StandInError` if an environment variable with a service's address is invalid.
  public static func services(of app: App, on store: Store, over network: ServiceNetwork) throws -> Services {
    let declared = app.description.secrets
    return try Services(network: network) { service in
      let secret = declared.first { $0.environment == service.keyVariable }
      // An unreadable secret counts as missing. Settings shows the reason.
      return try? store.secrets.value(
        of: Secret(secret?.name ?? "", secret?.label ?? "", environment: service.keyVariable))
    }
  }
}
