import Foundation
import KartotekaModel

/// Distances on the globe.
package enum GreatCircle {
  /// The mean radius of the Earth, in kilometres.
  private static let radius = 6371.0088

  /// The distance between two positions, in kilometres.
  package static func kilometres(_ place: Coordinate, _ other: Coordinate) -> Double {
    SIMD3(place).angle(to: SIMD3(other)) * radius
  }

  /// The distance from a position to the nearest point of a closed line, in kilometres.
  static func kilometres(from place: Coordinate, toRing corners: [Coordinate]) -> Double {
    let place = SIMD3(place)
    let corners = corners.map { SIMD3($0) }
    return zip(corners, corners.dropFirst() + corners.prefix(1))
      .map { place.angle(toArcFrom: $0, to: $1) }.min().map { $0 * radius } ?? .infinity
  }
}

extension SIMD3<Double> {
  /// The unit vector from the centre of the globe to a position.
  fileprivate init(_ place: Coordinate) {
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    self.init(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  fileprivate func dot(_ other: Self) -> Double { (self * other).sum() }

  fileprivate func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  private var length: Double { dot(self).squareRoot() }

  /// The angle between two directions. `atan2` is exact for both small and large angles.
  fileprivate func angle(to other: Self) -> Double { atan2(cross(other).length, dot(other)) }

  /// The angle to the nearest point of the arc between two directions.
  fileprivate func angle(toArcFrom start: Self, to end: Self) -> Double {
    let axis = start.cross(end)
    // The foot of the perpendicular is on the arc if it lies between both ends, seen from the axis.
    if axis.length > 1e-12, axis.cross(start).dot(self) > 0, axis.cross(end).dot(self) < 0 {
      return atan2(axis.dot(self), cross(axis).length).magnitude
    }
    return Swift.min(angle(to: start), angle(to: end))
  }
}
