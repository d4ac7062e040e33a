/// A closed line of the ``WorldMap``: the outline of a piece of land or of a hole in it.
struct MapRing: Sendable {
  /// The corners; the first one is not repeated at the end.
  let points: [MapPoint]
  /// The bounding box.
  let bounds: MapBounds
  /// The enclosed area, in square map units.
  let area: Double

  init?(_ points: [MapPoint]) {
    guard let bounds = MapBounds(around: points) else { return nil }
    self.points = points
    self.bounds = bounds
    area = Self.sides(of: points).reduce(0) { $0 + $1.from.x * $1.to.y - $1.to.x * $1.from.y }.magnitude / 2
  }

  /// The sides, including the one from the last corner to the first.
  var sides: some Sequence<(from: MapPoint, to: MapPoint)> { Self.sides(of: points) }

  /// Whether a point is inside: a line from it to the left crosses an odd number of sides.
  func contains(_ point: MapPoint) -> Bool {
    guard bounds.contains(point) else { return false }
    var inside = false
    for (from, to) in sides where (from.y > point.y) != (to.y > point.y) {
      if from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x) < point.x { inside.toggle() }
    }
    return inside
  }

  private static func sides(of points: [MapPoint]) -> some Sequence<(from: MapPoint, to: MapPoint)> {
    zip(points, points.dropFirst() + points.prefix(1)).lazy.map { (from: $0, to: $1) }
  }
}

extension MapRing {
  /// Parses path data of `world.svg`: `M` and a point, `l` and integer steps between points, `z`. Nil for other data.
  static func rings(of path: String) -> [MapRing]? {
    var rings: [MapRing] = []
    for part in path.utf8.split(separator: UInt8(ascii: "z")) {
      guard part.first == UInt8(ascii: "M"), let numbers = numbers(in: part.dropFirst()), numbers.count >= 6,
        numbers.count.isMultiple(of: 2)
      else { return nil }
      var (x, y) = (0, 0)
      let points = stride(from: 0, to: numbers.count, by: 2).map { index in
        x += numbers[index]
        y += numbers[index + 1]
        return MapPoint(x: Double(x), y: Double(y))
      }
      guard let ring = MapRing(points) else { return nil }
      rings.append(ring)
    }
    return rings
  }

  /// Parses integers that are separated by a space, the letter l or the minus sign of the next one.
  private static func numbers(in text: Substring.UTF8View) -> [Int]? {
    var numbers: [Int] = []
    var isNegative = false
    var digits: Int?
    func end() {
      if let digits { numbers.append(isNegative ? -digits : digits) }
    }
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // The text is the map's own.
        digits = (digits ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: " "), UInt8(ascii: "l"), UInt8(ascii: "-"):
        end()
        (digits, isNegative) = (nil, byte == UInt8(ascii: "-"))
      default: return nil
      }
    }
    end()
    return numbers
  }
}
