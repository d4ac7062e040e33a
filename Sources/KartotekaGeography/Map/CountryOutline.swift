import KartotekaModel

/// The land of a country on the ``WorldMap``.
public struct CountryOutline: Sendable {
  /// The country.
  public let code: CountryCode
  /// The outline as the path data of an SVG, in map units.
  public let path: String
  /// The smallest rectangle around all of it.
  public let bounds: MapBounds
  /// The rectangle around what one wants to see of it: the largest piece of land and what lies near. France without
  /// Guiana, Norway without Svalbard, the United States with Alaska and without Hawaii.
  public let mainBounds: MapBounds
  let rings: [MapRing]

  /// An outline of path data as `world.svg` has it, or nil.
  init?(of code: CountryCode, path: String) {
    guard let rings = MapRing.rings(of: path), let first = rings.first else { return nil }
    self.code = code
    self.path = path
    self.rings = rings
    bounds = rings.reduce(first.bounds) { $0.union($1.bounds) }
    mainBounds = Self.mainBounds(of: rings, largest: rings.max { $0.area < $1.area } ?? first)
  }

  /// Whether the point is on the country's land.
  public func contains(_ point: MapPoint) -> Bool {
    bounds.contains(point) && rings.count { $0.contains(point) } % 2 == 1
  }

  /// What is near grows piece by piece, so that a chain of islands belongs together. A piece that isn't much
  /// smaller than the largest one belongs to it from further away: so do both halves of Malaysia.
  private static func mainBounds(of rings: [MapRing], largest: MapRing) -> MapBounds {
    let (near, nearIfLarge) = (largest.bounds.diagonal * 0.15, largest.bounds.diagonal)
    var main = [largest.bounds]
    var others = rings
    while true {
      let added = others.partition { ring in
        let reach = ring.area > largest.area * 0.25 ? nearIfLarge : near
        return main.contains { $0.gap(to: ring.bounds) <= reach }
      }
      if added == others.count { break }
      main += others[added...].map(\.bounds)
      others.removeSubrange(added...)
    }
    return main.reduce(largest.bounds) { $0.union($1) }
  }
}
