import KartotekaModel

/// The attribution that a licence requires.
public struct ServiceCredit: Hashable, Sendable {
  /// The name of the source, such as `Pexels`.
  public let name: String
  /// The address of the source, such as `https://www.pexels.com`.
  public let address: String
  /// The sentence to show, such as "Photos provided by Pexels".
  public let phrase: Phrase

  /// Makes a credit.
  public init(name: String, address: String, phrase: Phrase) {
    self.name = name
    self.address = address
    self.phrase = phrase
  }

  /// The credit for pictures: <https://www.pexels.com/api/documentation/#guidelines>.
  public static let pexels = ServiceCredit(
    name: "Pexels", address: "https://www.pexels.com", phrase: "Photos provided by Pexels")

  /// The credit for places: <https://www.geoapify.com/pricing/> and <https://www.openstreetmap.org/copyright>.
  public static let geoapify = ServiceCredit(
    name: "Geoapify", address: "https://www.geoapify.com",
    phrase: "Powered by Geoapify, © OpenStreetMap contributors")

  /// The credit for the built-in places: CC BY 4.0.
  public static let geoNames = ServiceCredit(
    name: "GeoNames", address: "https://www.geonames.org", phrase: "Places from GeoNames, CC BY 4.0")
}
