/// A service on the internet: its name, address, key and limits.
public struct ServiceDescription: Sendable {
  /// The place of the key in requests.
  public enum KeyPlace: Hashable, Sendable {
    /// A header with the given name.
    case header(String)
    /// A query parameter with the given name.
    case query(String)
  }

  /// The displayed name, such as `Pexels`.
  public let name: String
  /// The address without a path, such as `https://api.pexels.com`.
  public let address: String
  /// The environment variable with the address of a stand-in, such as `PEXELS_URL`.
  public let addressVariable: String
  /// The environment variable with the key, such as `PEXELS_API_KEY`.
  public let keyVariable: String
  /// The place of the key in requests.
  public let keyPlace: KeyPlace
  /// The hosts of its image files. They are used over HTTPS and without the key.
  public let pictureHosts: Set<String>
  /// The limits of requests.
  public let limits: ServiceLimits

  /// Pexels, photographs: <https://www.pexels.com/api/documentation/>.
  public static let pexels = ServiceDescription(
    name: "Pexels", address: "https://api.pexels.com", addressVariable: "PEXELS_URL", keyVariable: "PEXELS_API_KEY",
    keyPlace: .header("Authorization"), pictureHosts: ["images.pexels.com"],
    limits: ServiceLimits(kept: .seconds(3_600)))

  /// Geoapify, places: <https://apidocs.geoapify.com/docs/geocoding/address-autocomplete/>.
  public static let geoapify = ServiceDescription(
    name: "Geoapify", address: "https://api.geoapify.com", addressVariable: "GEOAPIFY_URL",
    keyVariable: "GEOAPIFY_API_KEY", keyPlace: .query("apiKey"), pictureHosts: [],
    limits: ServiceLimits(attempt: .seconds(5), total: .seconds(10), kept: .seconds(86_400)))
}
