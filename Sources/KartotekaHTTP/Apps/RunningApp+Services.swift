import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore

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
