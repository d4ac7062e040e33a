import KartotekaGeography
import KartotekaModel

/// A record that is a place on the map.
struct MapPin: Sendable {
  let id: RecordID
  /// What people call it.
  let title: String
  let point: MapPoint
  /// The day that tells which is the latest, as it is stored; empty for none.
  var date = ""
  /// The record of the country that it belongs to.
  var owner: RecordID?
}

/// Pins that are drawn as one, since they would lie upon each other.
struct MapPinCluster: Sendable {
  /// The most that are drawn: more are joined.
  static let most = 32

  /// The pins, those that matter most first.
  var pins: [MapPin]
  /// Where it is drawn: at the first of them, so that one that stands alone is where it is.
  var point: MapPoint { pins[0].point }

  private init(_ pin: MapPin) { pins = [pin] }

  /// Joins pins that are nearer to each other than a distance, and more of them until no more than ``most`` are left.
  /// - Parameter pins: those that matter most first; each is drawn at its place, or at the one of a more important one.
  static func clusters(of pins: [MapPin], apart distance: Double) -> [MapPinCluster] {
    var distance = distance
    while true {
      if let clusters = joined(pins, distance) { return clusters }
      distance *= 1.5
    }
  }

  private static func joined(_ pins: [MapPin], _ distance: Double) -> [MapPinCluster]? {
    var clusters: [MapPinCluster] = []
    for pin in pins {
      let near = clusters.firstIndex { cluster in
        let (x, y) = (cluster.point.x - pin.point.x, cluster.point.y - pin.point.y)
        return x * x + y * y < distance * distance
      }
      if let near {
        clusters[near].pins.append(pin)
      } else {
        guard clusters.count < most else { return nil }
        clusters.append(MapPinCluster(pin))
      }
    }
    return clusters
  }
}
