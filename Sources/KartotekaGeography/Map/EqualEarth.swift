import Foundation
import KartotekaModel

/// The Equal Earth projection: areas are not lied about, and the continents look as they do on a globe.
///
/// B. Šavrič, T. Patterson, B. Jenny, "The Equal Earth map projection", International Journal of Geographical
/// Information Science 33 (2019), 454–465.
public enum EqualEarth {
  /// The right end of the equator on the plane.
  public static let right = project(longitude: .pi, angle: 0).x
  /// The north pole, which is a line as long as three fifths of the equator, on the plane.
  public static let top = project(longitude: 0, angle: .pi / 3).y

  private static let a: (Double, Double, Double, Double) = (1.340264, -0.081106, 0.000893, 0.003796)
  private static let root = 3.0.squareRoot()

  /// Where a place is on the plane, for a globe of radius 1: x from -2.7066 to 2.7066 eastward, y from -1.3173 to
  /// 1.3173 northward.
  public static func project(_ place: Coordinate) -> (x: Double, y: Double) {
    project(longitude: place.longitude * .pi / 180, angle: asin(root / 2 * sin(place.latitude * .pi / 180)))
  }

  /// The place at a point of the plane, or nil beyond the edge of the world.
  public static func unproject(x: Double, y: Double) -> Coordinate? {
    guard abs(y) <= top, x.isFinite else { return nil }
    // Newton's method. The height grows with the angle nearly in proportion: a few steps reach all digits.
    var angle = y
    for _ in 0..<12 {
      let step = (height(at: angle) - y) / slope(at: angle)
      angle -= step
      if abs(step) < 1e-13 { break }
    }
    let longitude = 3 * x * slope(at: angle) / (2 * root * cos(angle))
    let latitude = asin(max(-1, min(1, 2 / root * sin(angle))))
    return Coordinate(latitude: latitude * 180 / .pi, longitude: longitude * 180 / .pi)
  }

  private static func project(longitude: Double, angle: Double) -> (x: Double, y: Double) {
    (2 * root * longitude * cos(angle) / (3 * slope(at: angle)), height(at: angle))
  }

  private static func height(at angle: Double) -> Double {
    let square = angle * angle
    return angle * (a.0 + a.1 * square + square * square * square * (a.2 + a.3 * square))
  }

  private static func slope(at angle: Double) -> Double {
    let square = angle * angle
    return a.0 + 3 * a.1 * square + square * square * square * (7 * a.2 + 9 * a.3 * square)
  }
}
