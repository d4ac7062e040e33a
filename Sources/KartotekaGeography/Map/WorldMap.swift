import KartotekaModel

/// The map of the world: the ``EqualEarth`` projection in map units of about two kilometres, x from 0 to 20,000 eastward,
/// y from the north pole downward.
///
/// The outlines are Natural Earth's at 1:110,000,000. Smaller countries are dots. For enlarged views there are outlines at
/// 1:50,000,000 (``detail(of:)``). Without the trait `Geography` there are no outlines.
package enum WorldMap {
  /// The width and height of the map, in map units.
  package static let size = (width: 20_000.0, height: 20_000 * EqualEarth.top / EqualEarth.right)

  /// The parallels, as SVG path data.
  package static var graticule: String { paths["graticule"].map { String($0) } ?? "" }

  /// All countries. Each is on the map as an outline or as a dot.
  package static let codes = CountryCode.all

  /// The outline of a country; nil if it is drawn as a dot.
  package static func outline(of country: CountryCode) -> CountryOutline? { outlines[country] }

  /// The outline of a country at 1:50,000,000, in **halves** of map units; nil if Natural Earth has none.
  ///
  /// Complexity: linear in the length of the outline, at most a millisecond.
  package static func detail(of country: CountryCode) -> CountryOutline? {
    detailPath(of: country).flatMap { CountryOutline(of: country, path: $0) }
  }

  /// The path data of ``detail(of:)``.
  package static func detailPath(of country: CountryCode) -> String? { details[country.code].map { String($0) } }

  /// The countries in a rectangle that have an outline at 1:50,000,000.
  package static func detailed(in bounds: MapBounds) -> [CountryCode] {
    codes.filter { code in
      guard details[code.code] != nil else { return false }
      return outlines[code].map { $0.rings.contains { $0.bounds.gap(to: bounds) == 0 } }
        ?? bounds.contains(point(of: code.position))
    }
  }

  /// The text of all detailed outlines, of which a version hash is computed.
  package static var detailText: String { WorldFiles.text("outlines.tsv") }

  /// The lines of `outlines.tsv`: a code, a tab and path data.
  private static let details: [String: Substring] = {
    let lines = detailText.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1) }
    return Dictionary(uniqueKeysWithValues: lines.compactMap { $0.count == 2 ? (String($0[0]), $0[1]) : nil })
  }()

  /// The position of a country without an outline; nil for the others.
  package static func dot(of country: CountryCode) -> MapPoint? {
    outlines[country] == nil ? point(of: country.position) : nil
  }

  /// The map point of a position.
  package static func point(of place: Coordinate) -> MapPoint {
    let (x, y) = EqualEarth.project(place)
    return MapPoint(x: (x + EqualEarth.right) * scale, y: (EqualEarth.top - y) * scale)
  }

  /// The point of a place where the map would go on beyond 180°, if that is nearer to another point.
  package static func point(_ point: MapPoint, near other: MapPoint) -> MapPoint {
    let middle = size.width / 2
    guard (point.x - other.x).magnitude > middle, let longitude = coordinate(at: point)?.longitude, longitude != 0
    else {
      return point
    }
    // Along a parallel, x is proportional to the longitude.
    let turn = ((point.x - middle) / longitude).magnitude * 360
    return MapPoint(x: point.x < other.x ? point.x + turn : point.x - turn, y: point.y)
  }

  /// The position of a map point; nil outside of the map.
  package static func coordinate(at point: MapPoint) -> Coordinate? {
    EqualEarth.unproject(x: point.x / scale - EqualEarth.right, y: EqualEarth.top - point.y / scale)
  }

  /// The great-circle distance from a position to a country, in kilometres: 0 on its land, else the least distance to its
  /// outline, its dot or a city of it in the ``Gazetteer``. The cities cover islands that the outlines omit, such as the
  /// Azores and the Canary Islands.
  package static func kilometres(from place: Coordinate, to country: CountryCode) -> Double {
    let outline = outlines[country]
    guard outline?.contains(point(of: place)) != true else { return 0 }
    var distances = [Gazetteer.world.kilometres(from: place, toCityOf: country) ?? .infinity]
    if let outline {
      distances += outline.rings.map { ring in
        GreatCircle.kilometres(from: place, toRing: ring.points.compactMap { coordinate(at: inside($0)) })
      }
    } else {
      distances.append(GreatCircle.kilometres(place, country.position))
    }
    return distances.min() ?? 0
  }

  private static let scale = 20_000 / (2 * EqualEarth.right)

  private static let outlines: [CountryCode: CountryOutline] = {
    var outlines: [CountryCode: CountryOutline] = [:]
    for (id, path) in paths {
      guard let code = CountryCode(id) else { continue }
      outlines[code] = CountryOutline(of: code, path: String(path))
    }
    return outlines
  }()

  /// The path data of `world.svg` by id. Each path is one line of the file.
  private static let paths: [Substring: Substring] = {
    var paths: [Substring: Substring] = [:]
    for line in WorldFiles.text("world.svg").split(separator: "\n") {
      let parts = line.split(separator: "\"")
      if parts.first == "<path id=", parts.count > 3 { paths[parts[1]] = parts[3] }
    }
    return paths
  }()

  /// Moves a corner inside that rounding to integer units has put outside of the map.
  private static func inside(_ point: MapPoint) -> MapPoint {
    let middle = (x: size.width / 2, y: size.height / 2)
    let shrunk = 1 - 1e-4
    return coordinate(at: point) != nil
      ? point : MapPoint(x: middle.x + (point.x - middle.x) * shrunk, y: middle.y + (point.y - middle.y) * shrunk)
  }
}
