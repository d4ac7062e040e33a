import Foundation
import KartotekaModel

/// The Equal Earth projection, which preserves areas.
///
/// B. Šavrič, T. Patterson, B. Jenny, "The Equal Earth map projection", International Journal of Geographical
/// Information Science 33 (2019), 454–465.
package enum EqualEarth {
  /// The x coordinate of the right end of the equator.
  package static let right = project(longitude: .pi, angle: 0).x
  /// The y coordinate of the north pole, which is a line three fifths as long as the equator.
  package static let top = project(longitude: 0, angle: .pi / 3).y

  private static let a: (Double, Double, Double, Double) = (1.340264, -0.081106, 0.000893, 0.003796)
  private static let root = 3.0.squareRoot()

  /// Projects a position of a globe with radius 1: x from -2.7066 to 2.7066 eastward, y from -1.3173 to 1.3173 northward.
  package static func project(_ place: Coordinate) -> (x: Double, y: Double) {
    project(longitude: place.longitude * .pi / 180, angle: asin(root / 2 * sin(place.latitude * .pi / 180)))
  }

  /// The position at a point of the plane; nil outside of the map.
  package static func unproject(x: Double, y: Double) -> Coordinate? {
    guard y.magnitude <= top, x.isFinite else { return nil }
    // Newton's method. The height is nearly proportional to the angle, so a few steps converge.
    var angle = y
    for _ in 0..<12 {
      let step = (height(at: angle) - y) / slope(at: angle)
      angle -= step
      if step.magnitude < 1e-13 { break }
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
