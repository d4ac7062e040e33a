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
    area = abs(Self.sides(of: points).reduce(0) { $0 + $1.from.x * $1.to.y - $1.to.x * $1.from.y }) / 2
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
