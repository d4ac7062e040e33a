import KartotekaModel

extension Gazetteer {
  /// How far it is from a place to the nearest city of a country, or nil where no city of it is known.
  public func kilometres(from place: Coordinate, toCityOf country: CountryCode) -> Double? {
    let letters = Self.pair(country.code.utf8)
    return countries.indices.lazy.filter { countries[$0] == letters }
      .compactMap { Self.position(cities.fields($0)) }
      .map { GreatCircle.kilometres(place, $0) }.min()
  }
}
