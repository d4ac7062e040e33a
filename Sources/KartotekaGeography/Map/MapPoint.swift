/// A point of the ``WorldMap``, in map units.
package struct MapPoint: Hashable, Sendable {
  /// The distance from the left edge of the world, from 0 to 20,000.
  package let x: Double
  /// The distance from the north pole, downward.
  package let y: Double

  /// Makes a point.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle of the ``WorldMap``, in map units.
package struct MapBounds: Hashable, Sendable {
  /// The left edge.
  package let minX: Double
  /// The upper edge.
  package let minY: Double
  /// The right edge.
  package let maxX: Double
  /// The lower edge.
  package let maxY: Double

  /// Makes a rectangle from its edges.
  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The smallest rectangle that contains all points; nil if there are none.
  package init?(around points: some Sequence<MapPoint>) {
    var bounds: MapBounds?
    for point in points {
      let spot = MapBounds(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y)
      bounds = bounds?.union(spot) ?? spot
    }
    guard let bounds else { return nil }
    self = bounds
  }

  /// The distance from the left to the right edge.
  package var width: Double { maxX - minX }
  /// The distance from the upper to the lower edge.
  package var height: Double { maxY - minY }
  /// The centre.
  package var centre: MapPoint { MapPoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }
  /// The length of the diagonal.
  package var diagonal: Double { (width * width + height * height).squareRoot() }

  /// Whether a point is inside or on an edge.
  package func contains(_ point: MapPoint) -> Bool {
    (minX...maxX).contains(point.x) && (minY...maxY).contains(point.y)
  }

  /// The smallest rectangle that contains both.
  package func union(_ other: MapBounds) -> MapBounds {
    MapBounds(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// The distance between two rectangles; 0 if they overlap.
  package func gap(to other: MapBounds) -> Double {
    let across = max(0, minX - other.maxX, other.minX - maxX)
    let down = max(0, minY - other.maxY, other.minY - maxY)
    return (across * across + down * down).squareRoot()
  }
}
