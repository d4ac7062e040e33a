import KartotekaModel

/// Whom something is owed to, as the licence asks for it to be said.
public struct ServiceCredit: Hashable, Sendable {
  /// The name: `Pexels`.
  public let name: String
  /// Where more is said about it: `https://www.pexels.com`.
  public let address: String
  /// The sentence to show: "Photos provided by Pexels".
  public let phrase: Phrase

  /// A credit.
  public init(name: String, address: String, phrase: Phrase) {
    self.name = name
    self.address = address
    self.phrase = phrase
  }

  /// Of pictures: <https://www.pexels.com/api/documentation/#guidelines>.
  public static let pexels = ServiceCredit(
    name: "Pexels", address: "https://www.pexels.com", phrase: "Photos provided by Pexels")

  /// Of places: <https://www.geoapify.com/pricing/> and <https://www.openstreetmap.org/copyright>.
  public static let geoapify = ServiceCredit(
    name: "Geoapify", address: "https://www.geoapify.com",
    phrase: "Powered by Geoapify, © OpenStreetMap contributors")

  /// Of the built-in places: CC BY 4.0.
  public static let geoNames = ServiceCredit(
    name: "GeoNames", address: "https://www.geonames.org", phrase: "Places from GeoNames, CC BY 4.0")
}
