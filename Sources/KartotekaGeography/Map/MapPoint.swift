/// A point of the ``WorldMap``, in map units.
public struct MapPoint: Hashable, Sendable {
  /// From 0 at the left edge of the world to 20,000 at the right one.
  public let x: Double
  /// From 0 at the north pole downward.
  public let y: Double

  /// A point of the map.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
