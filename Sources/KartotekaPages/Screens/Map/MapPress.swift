import KartotekaGeography
import KartotekaModel

/// A point that was pressed on the map, with its tolerance.
struct MapPress: Sendable {
  let point: MapPoint
  /// The tolerance in map units.
  let reach: Double

  /// Parses `9500,2900,12`; nil for other text.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard parts.count == 3, numbers.count == 3, numbers.allSatisfy(\.isFinite) else { return nil }
    point = MapPoint(x: numbers[0], y: numbers[1])
    reach = min(max(numbers[2], 0), 1_000)
  }

  /// The position; nil outside of the map.
  var place: Coordinate? { WorldMap.coordinate(at: point) }

  /// The pressed country, else the nearest one within the tolerance; nil on the high seas.
  var country: CountryCode? {
    // A dot takes precedence over the country around it, such as San Marino in Italy.
    let dots = WorldMap.codes.compactMap { code in
      WorldMap.dot(of: code).map { (code, distance(to: $0)) }
    }
    if let dot = dots.min(by: { $0.1 < $1.1 }), dot.1 <= reach { return dot.0 }
    if let country = WorldMap.codes.first(where: { WorldMap.outline(of: $0)?.contains(point) == true }) {
      return country
    }
    guard let place else { return nil }
    let near = WorldMap.codes.filter { code in
      guard let bounds = WorldMap.outline(of: code)?.bounds else { return false }
      return MapBounds(
        minX: bounds.minX - reach, minY: bounds.minY - reach, maxX: bounds.maxX + reach, maxY: bounds.maxY + reach
      ).contains(point)
    }
    let distances = near.map { ($0, WorldMap.kilometres(from: place, to: $0)) }
    // A map unit is about two kilometres.
    guard let nearest = distances.min(by: { $0.1 < $1.1 }), nearest.1 <= reach * 2 else { return nil }
    return nearest.0
  }

  private func distance(to other: MapPoint) -> Double {
    let (x, y) = (other.x - point.x, other.y - point.y)
    return (x * x + y * y).squareRoot()
  }
}
