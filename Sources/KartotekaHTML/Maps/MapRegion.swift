import KartotekaGeography
import KartotekaModel

/// The part of the world that a page of the map shows: all of it, or a square. Where a screen has another shape, it shows
/// what lies around as well.
package struct MapRegion: Hashable, Sendable {
  /// The left edge, in the map's units.
  package let x: Double
  /// The upper edge.
  package let y: Double
  package let width: Double
  package let height: Double

  /// All of the world.
  package static let world = MapRegion(x: 0, y: 0, width: WorldMap.size.width, height: WorldMap.size.height)

  /// The sides that a square can have: from one in which quarters of a town stand apart to one with all of the world.
  private static let sides = 60.0...(WorldMap.size.width * 1.5)
  /// The least width of what is shown of pins at first, in map units: a small country.
  private static let leastSide = 300.0
  /// The assumed width of a square in pixels, on the smallest screen.
  private static let pixels = 380.0

  private init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// A square around a place on the map.
  package init(around centre: MapPoint, side: Double) {
    let side = min(max(side, Self.sides.lowerBound), Self.sides.upperBound)
    self.init(x: centre.x - side / 2, y: centre.y - side / 2, width: side, height: side)
  }

  /// Reads a square as an address has it, `9600,3100,400`: the middle, and how wide it is; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }.map(Double.init)
    guard parts.count == 3, numbers.count == 3, (0...WorldMap.size.width).contains(numbers[0]),
      (0...WorldMap.size.height).contains(numbers[1]), numbers[2] > 0
    else { return nil }
    self.init(around: MapPoint(x: numbers[0], y: numbers[1]), side: numbers[2])
  }

  /// A country with its surroundings, and with places that belong to it, wherever they are; nil for a country that is
  /// not on the map.
  package init?(of country: CountryCode, with places: [MapPoint] = []) {
    let land = WorldMap.outline(of: country)?.mainBounds
    let dot = WorldMap.dot(of: country).map { Self.surroundings(of: $0) }
    guard let bounds = land ?? dot else { return nil }
    // A place beyond 180° would otherwise make the view the whole world.
    let near = places.map { WorldMap.point($0, near: bounds.centre) }
    let box = MapBounds(around: near).map(bounds.union) ?? bounds
    self.init(around: box.centre, side: max(max(box.width, box.height) * 1.3, 160))
  }

  /// The part of the map with all pins, or with the chosen one; all of the world where they are far apart or there are none.
  package static func showing(_ pins: [MapPin], around id: RecordID?) -> MapRegion {
    let chosen = pins.filter { $0.id == id }
    guard let bounds = MapBounds(around: (chosen.isEmpty ? pins : chosen).map(\.point)) else { return .world }
    let side = max(max(bounds.width, bounds.height) * 1.3, leastSide)
    return side > world.height ? .world : MapRegion(around: bounds.centre, side: side)
  }

  /// The point of a country's place in the country's view, which goes on beyond 180°.
  package static func point(_ place: MapPoint, in country: CountryCode) -> MapPoint {
    let centre = WorldMap.outline(of: country)?.mainBounds.centre ?? WorldMap.dot(of: country)
    return centre.map { WorldMap.point(place, near: $0) } ?? place
  }

  // The part of the world that is shown around a country that is a dot.
  private static func surroundings(of dot: MapPoint) -> MapBounds {
    MapBounds(minX: dot.x - 120, minY: dot.y - 120, maxX: dot.x + 120, maxY: dot.y + 120)
  }

  /// Whether it is all of the world.
  package var isWorld: Bool { self == .world }

  /// The middle.
  package var centre: MapPoint { MapPoint(x: x + width / 2, y: y + height / 2) }

  /// The units of the map that a pixel covers on the smallest screen that shows it. The whole world is wider than a phone.
  package var unitsOfAPixel: Double { isWorld ? 15 : width / Self.pixels }

  /// The square as an address has it; empty for all of the world.
  package var text: String {
    isWorld ? "" : [centre.x, centre.y, width].map { String(Int(clampingNearest: $0)) }.joined(separator: ",")
  }

  /// A part of it, or more than it, around the same place; all of the world where no square is as large.
  package func zoomed(by factor: Double, around place: MapPoint? = nil) -> MapRegion {
    let side = (isWorld ? height : width) / factor
    return side > Self.world.height ? .world : MapRegion(around: place ?? centre, side: side)
  }

  /// The part that lies beside it.
  package func moved(right: Double, down: Double) -> MapRegion {
    let to = MapPoint(
      x: min(max(centre.x + right * width, 0), Self.world.width),
      y: min(max(centre.y + down * width, 0), Self.world.height))
    return MapRegion(around: to, side: width)
  }

  /// The position of a place, in per cent of its width and height.
  package func share(of place: MapPoint) -> (x: Double, y: Double) {
    ((place.x - x) / width * 100, (place.y - y) / height * 100)
  }

  /// The part that a bubble opens: its pins, or, if they are far apart, the surroundings of the bubble. It is always so much
  /// nearer that they come apart.
  package func opening(_ pins: [MapPoint], at bubble: MapPoint) -> MapRegion {
    let most = unitsOfAPixel * Self.pixels / 3
    guard let bounds = MapBounds(around: pins), max(bounds.width, bounds.height) * 1.4 < most else {
      return MapRegion(around: bubble, side: most)
    }
    return MapRegion(around: bounds.centre, side: max(bounds.width, bounds.height) * 1.4)
  }

  /// Whether a phone shows a place without being moved.
  package func shows(_ place: MapPoint) -> Bool {
    isWorld || (place.x - centre.x).magnitude < width * 0.75 && (place.y - centre.y).magnitude < width * 1.1
  }

  /// Whether a place is in it or as near as a large screen, or a finger that moves the map, may show it.
  package func isNear(_ place: MapPoint) -> Bool {
    isWorld || (place.x - centre.x).magnitude < width * 3 && (place.y - centre.y).magnitude < width * 3
  }
}
