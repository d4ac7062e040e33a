import KartotekaGeography
import KartotekaModel

/// A record that is a place on the map.
package struct MapPin: Sendable {
  package let id: RecordID
  /// The title.
  package let title: String
  package var point: MapPoint
  /// The day that tells which is the latest, as it is stored; empty for none.
  package var date = ""
  /// The record of the country that it belongs to.
  package var owner: RecordID?

  package init(id: RecordID, title: String, point: MapPoint, date: String = "", owner: RecordID? = nil) {
    self.id = id
    self.title = title
    self.point = point
    self.date = date
    self.owner = owner
  }
}

/// Pins that are drawn as one, since they would lie upon each other.
package struct MapPinCluster: Sendable {
  /// The most clusters that are drawn of the pins of a country's own view, and of all others within what a phone shows:
  /// with more, the distance within which pins are joined grows.
  package static let most = (own: 150, others: 48)
  // The pins that come into sight when the map is moved.
  private static let mostAround = 96

  /// The pins, those that matter most first.
  package var pins: [MapPin]
  /// The point at which it is drawn: that of the first pin, so that a single pin has its own place.
  package var point: MapPoint { pins[0].point }

  private init(_ pin: MapPin) { pins = [pin] }

  /// Its place on a screen with that many map units for a pixel, and its name if it is a single pin.
  package func label(_ units: Double) -> MapLabels.Pin {
    (point.x / units, point.y / units, pins.count > 1 ? "" : pins[0].title)
  }

  private func isNear(_ pin: MapPin, within distance: Double) -> Bool {
    let (x, y) = (point.x - pin.point.x, point.y - pin.point.y)
    return x * x + y * y < distance * distance
  }

  /// Joins pins that are nearer to each other than a distance.
  ///
  /// The pins of the country that is looked at are joined with each other only, and the chosen one with none. Other
  /// countries' pins that would lie upon them are left out.
  /// - Parameters:
  ///   - own: the pins of the country that is looked at, those that matter most first.
  ///   - others: all other pins, in the same order.
  ///   - several: the distance within which two numbers of pins would lie upon each other; nil for that of pins.
  ///   - region: the shown region.
  package static func clusters(
    of own: [MapPin], and others: [MapPin], apart distance: Double, several: Double? = nil,
    in region: MapRegion = .world, chosen: RecordID? = nil
  ) -> [MapPinCluster] {
    let distances = (pins: distance, several: several ?? distance)
    let alone = (own + others).filter { $0.id == chosen }.map(MapPinCluster.init)
    let mine = joined(own.filter { $0.id != chosen }, distances, atMost: most.own)
    let taken = alone + mine
    let free = others.filter { pin in
      pin.id != chosen && (own.isEmpty || !taken.contains { $0.isNear(pin, within: distance) })
    }
    var shown = joined(free.filter { region.shows($0.point) }, distances, atMost: most.others)
    var around: [MapPin] = []
    for pin in free where !region.shows(pin.point) {
      if let near = shown.firstIndex(where: { $0.isNear(pin, within: distance) }) {
        shown[near].pins.append(pin)
      } else {
        around.append(pin)
      }
    }
    return taken + shown + joined(around, distances, atMost: mostAround)
  }

  private static func joined(
    _ pins: [MapPin], _ distances: (pins: Double, several: Double), atMost most: Int
  ) -> [MapPinCluster] {
    var distance = distances.pins
    while true {
      var clusters: [MapPinCluster] = []
      for pin in pins where clusters.count <= most {
        if let near = clusters.firstIndex(where: { $0.isNear(pin, within: distance) }) {
          clusters[near].pins.append(pin)
        } else {
          clusters.append(MapPinCluster(pin))
        }
      }
      if clusters.count <= most { return apart(clusters, max(distance, distances.several)) }
      distance *= 1.25
    }
  }

  // How many pins there are is said in a circle that is larger than a pin.
  private static func apart(_ clusters: [MapPinCluster], _ distance: Double) -> [MapPinCluster] {
    var all: [MapPinCluster] = []
    for cluster in clusters {
      let near = all.firstIndex { $0.pins.count > 1 && $0.isNear(cluster.pins[0], within: distance) }
      if cluster.pins.count > 1, let near {
        all[near].pins += cluster.pins
      } else {
        all.append(cluster)
      }
    }
    return all
  }
}
