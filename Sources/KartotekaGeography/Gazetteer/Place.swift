import KartotekaModel

/// A city that the ``Gazetteer`` knows.
public struct Place: Hashable, Sendable {
  /// Its number at GeoNames, which no other place has. Names are no key: Springfield is in it many times.
  public let geonameID: Int
  /// Its name, as GeoNames writes it: mostly the English one.
  public let name: String
  /// Its country.
  public let country: CountryCode
  /// Where it is.
  public let position: Coordinate
  /// How many people live there.
  public let population: Int
  /// What to call it for somebody who looked for it: the name that they had begun to type (Москва for "моск"), else
  /// its name.
  public let called: String

  /// A city.
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
