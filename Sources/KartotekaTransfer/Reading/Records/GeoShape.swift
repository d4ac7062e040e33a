import Foundation
import KartotekaModel

/// Points in their order, such as those of a track, of which the ends, the number and the length are known.
struct GeoShape {
  // WGS 84's mean radius, in metres.
  private static let radius = 6_371_008.8
  /// The number of positions of one record that have columns.
  static let mostPositions = 10

  private(set) var start: Coordinate?
  private(set) var end: Coordinate?
  private(set) var points = 0
  /// The length in metres.
  private(set) var length = 0.0
  /// The metres of all climbs.
  private(set) var climb: Double?
  private var elevation: Double?
  /// The last point before an interruption.
  private var last: Coordinate?

  /// Adds a point.
  /// - Parameter elevation: metres above the sea.
  mutating func add(_ point: Coordinate, elevation: Double? = nil) {
    if let end { length += Self.distance(end, point) }
    if start == nil { start = point }
    end = point
    points += 1
    guard let elevation, elevation.isFinite else { return }
    climb = (climb ?? 0) + max(0, elevation - (self.elevation ?? elevation))
    self.elevation = elevation
  }

  /// Begins another line: the way from its end to the next point is not counted.
  mutating func interrupt() {
    if let end { last = end }
    end = nil
    elevation = nil
  }

  /// Adds what is known to a record.
  func add(to record: inout NamedValues) {
    guard points > 0 else { return }
    record.add("Start position", start?.description)
    record.add("End position", (end ?? last)?.description)
    record.add("Points", String(points), .value)
    record.add("Distance (m)", WholeMetres.text(length), .value)
    if let climb { record.add("Climb (m)", WholeMetres.text(climb), .value) }
  }

  // The haversine formula.
  private static func distance(_ one: Coordinate, _ other: Coordinate) -> Double {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let north = sin(radians(other.latitude - one.latitude) / 2)
    let east = sin(radians(other.longitude - one.longitude) / 2)
    let part = north * north + cos(radians(one.latitude)) * cos(radians(other.latitude)) * east * east
    return 2 * radius * asin(min(1, part.squareRoot()))
  }
}

/// A length as text.
enum WholeMetres {
  /// The rounded number of metres; nil beyond what a field takes.
  static func text(_ metres: Double) -> String? { Int(exactly: metres.rounded()).map(String.init) }
}
