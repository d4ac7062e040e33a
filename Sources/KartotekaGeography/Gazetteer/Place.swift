import KartotekaModel

/// A city of the ``Gazetteer``.
public struct Place: Hashable, Sendable {
  /// The GeoNames id. Names are not unique: there are many cities called Springfield.
  public let geonameID: Int
  /// The name in GeoNames, usually the English one.
  public let name: String
  /// The country.
  public let country: CountryCode
  /// The position.
  public let position: Coordinate
  /// The number of inhabitants.
  public let population: Int
  /// The name to show for a search: the matched name (Москва for "моск"), else ``name``.
  public let called: String

  /// Makes a city.
  public init(
    geonameID: Int, name: String, country: CountryCode, position: Coordinate, population: Int, called: String
  ) {
    self.geonameID = geonameID
    self.name = name
    self.country = country
    self.position = position
    self.population = population
    self.called = called
  }
}
