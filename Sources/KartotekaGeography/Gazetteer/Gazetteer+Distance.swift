import KartotekaModel

extension Gazetteer {
  /// The distance from a position to the nearest city of a country, in kilometres; nil if no city of it is known.
  public func kilometres(from place: Coordinate, toCityOf country: CountryCode) -> Double? {
    let letters = Self.pair(country.code.utf8)
    return countries.indices.lazy.filter { countries[$0] == letters }
      .compactMap { Self.position(cities.fields($0)) }
      .map { GreatCircle.kilometres(place, $0) }.min()
  }
}
