/// A service on the internet: what it is called, where it is, and how it is asked.
public struct ServiceDescription: Sendable {
  /// Where a service expects its key.
  public enum KeyPlace: Hashable, Sendable {
    /// In a header of that name.
    case header(String)
    /// In a parameter of that name in the address.
    case query(String)
  }

  /// What people call it: `Pexels`.
  public let name: String
  /// Where it is, without a path: `https://api.pexels.com`.
  public let address: String
  /// The environment variable that points to something else in its place: `PEXELS_URL`.
  public let addressVariable: String
  /// The environment variable with its key: `PEXELS_API_KEY`.
  public let keyVariable: String
  /// Where it expects its key.
  public let keyPlace: KeyPlace
  /// The hosts that it names pictures on. They are asked for over HTTPS, without the key.
  public let pictureHosts: Set<String>
  /// How much it is asked, and for how long.
  public let limits: ServiceLimits

  /// Pictures by photographers of the world: <https://www.pexels.com/api/documentation/>.
  public static let pexels = ServiceDescription(
    name: "Pexels", address: "https://api.pexels.com", addressVariable: "PEXELS_URL", keyVariable: "PEXELS_API_KEY",
    keyPlace: .header("Authorization"), pictureHosts: ["images.pexels.com"],
    limits: ServiceLimits(kept: .seconds(3_600)))

  /// Places by name: <https://apidocs.geoapify.com/docs/geocoding/address-autocomplete/>.
  public static let geoapify = ServiceDescription(
    name: "Geoapify", address: "https://api.geoapify.com", addressVariable: "GEOAPIFY_URL",
    keyVariable: "GEOAPIFY_API_KEY", keyPlace: .query("apiKey"), pictureHosts: [],
    limits: ServiceLimits(attempt: .seconds(5), total: .seconds(10), kept: .seconds(86_400)))
}
