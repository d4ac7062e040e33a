import KartotekaModel

// Distances and land.
extension Coordinate {
  /// The great-circle distance to another position, in kilometres.
  public func kilometres(to other: Coordinate) -> Double { GreatCircle.kilometres(self, other) }

  /// The great-circle distance to a country, in kilometres; 0 on its land. Islands count by their cities. Without the trait
  /// Geography it is the distance to the country's ``CountryCode/position``.
  public func kilometres(to country: CountryCode) -> Double { WorldMap.kilometres(from: self, to: country) }

  /// The countries on whose land the position is, to about twenty kilometres.
  public var lands: [CountryCode] {
    let point = WorldMap.point(of: self)
    return WorldMap.codes.filter { WorldMap.outline(of: $0)?.contains(point) == true }
  }
}
