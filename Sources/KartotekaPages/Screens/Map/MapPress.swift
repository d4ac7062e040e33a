import KartotekaGeography
import KartotekaModel

/// A point that was pressed on the map, and how far from it things still count as pressed.
struct MapPress: Sendable {
  let point: MapPoint
  /// In the map's units.
  let reach: Double

  /// Reads `9500,2900,12`; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard parts.count == 3, numbers.count == 3, numbers.allSatisfy(\.isFinite) else { return nil }
    point = MapPoint(x: numbers[0], y: numbers[1])
    reach = min(max(numbers[2], 0), 1_000)
  }

  /// The place on Earth; nil beyond the world's edge.
  var place: Coordinate? { WorldMap.coordinate(at: point) }

  /// The country that was pressed, else the nearest one within reach; nil on the high seas.
  var country: CountryCode? {
    // A dot is pressed rather than the country that it lies in: San Marino is small enough.
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
    // A unit is about two kilometres.
    guard let nearest = distances.min(by: { $0.1 < $1.1 }), nearest.1 <= reach * 2 else { return nil }
    return nearest.0
  }

  private func distance(to other: MapPoint) -> Double {
    let (x, y) = (other.x - point.x, other.y - point.y)
    return (x * x + y * y).squareRoot()
  }
}
