/// A point of the ``WorldMap``, in map units.
public struct MapPoint: Hashable, Sendable {
  /// The distance from the left edge of the world, from 0 to 20,000.
  public let x: Double
  /// The distance from the north pole, downward.
  public let y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
