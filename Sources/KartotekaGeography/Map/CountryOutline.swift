import KartotekaModel

/// The land of a country on the ``WorldMap``.
package struct CountryOutline: Sendable {
  /// The country.
  package let code: CountryCode
  /// The outline as SVG path data, in map units.
  package let path: String
  /// The bounding box of all land.
  package let bounds: MapBounds
  /// The bounding box of the main land: the largest piece and nearby ones. It contains France without Guiana, Norway without
  /// Svalbard, and the United States with Alaska and without Hawaii.
  package let mainBounds: MapBounds
  let rings: [MapRing]

  /// Parses path data of `world.svg`; nil if it is invalid.
  init?(of code: CountryCode, path: String) {
    guard let rings = MapRing.rings(of: path), let first = rings.first else { return nil }
    self.code = code
    self.path = path
    self.rings = rings
    bounds = rings.reduce(first.bounds) { $0.union($1.bounds) }
    mainBounds = Self.mainBounds(of: rings, largest: rings.max { $0.area < $1.area } ?? first)
  }

  /// Whether a point is on the country's land.
  package func contains(_ point: MapPoint) -> Bool {
    bounds.contains(point) && rings.count { $0.contains(point) } % 2 == 1
  }

  /// The main land grows piece by piece, so that a chain of islands is included. A piece that is not much smaller than the
  /// largest one is included from a larger distance, such as the two halves of Malaysia.
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
