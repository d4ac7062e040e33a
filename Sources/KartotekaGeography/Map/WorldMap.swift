import KartotekaModel

/// The world on a plane: the ``EqualEarth`` projection in map units of some two kilometres, x from 0 to 20,000
/// eastward, y from the north pole downward.
///
/// The outlines are Natural Earth's at 1:110,000,000. Countries too small for them are dots. For looking from near by
/// there are outlines at 1:50,000,000 (``detail(of:)``).
public enum WorldMap {
  /// The width and height of the world.
  public static let size = (width: 20_000.0, height: 20_000 * EqualEarth.top / EqualEarth.right)

  /// Parallels, as the path data of an SVG.
  public static var graticule: String { paths["graticule"].map { String($0) } ?? "" }

  /// The countries that are on the map, as an outline or as a dot: all of them.
  public static let codes = CountryCode.all

  /// The country's land, or nil where it is too small to be drawn.
  public static func outline(of country: CountryCode) -> CountryOutline? { outlines[country] }

  /// The country's land at 1:50,000,000, in **halves** of map units; nil where Natural Earth has none.
  ///
  /// Reading it takes time that grows with the outline: up to a millisecond.
  public static func detail(of country: CountryCode) -> CountryOutline? {
    detailPath(of: country).flatMap { CountryOutline(of: country, path: $0) }
  }

  /// The path data of ``detail(of:)``.
  public static func detailPath(of country: CountryCode) -> String? { details[country.code].map { String($0) } }

  /// The countries with land, or a dot, within a rectangle that have an outline at 1:50,000,000.
  public static func detailed(in bounds: MapBounds) -> [CountryCode] {
    codes.filter { code in
      guard details[code.code] != nil else { return false }
      return outlines[code].map { $0.rings.contains { $0.bounds.gap(to: bounds) == 0 } }
        ?? bounds.contains(point(of: code.position))
    }
  }

  /// What all of them are, to tell versions of them apart.
  public static var detailText: String { Embedded.text("outlines.tsv") }

  /// The lines of `outlines.tsv`: a code, a tab and path data.
  private static let details: [String: Substring] = {
    let lines = detailText.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1) }
    return Dictionary(uniqueKeysWithValues: lines.compactMap { $0.count == 2 ? (String($0[0]), $0[1]) : nil })
  }()

  /// Where a country is drawn that has no outline, or nil.
  public static func dot(of country: CountryCode) -> MapPoint? {
    outlines[country] == nil ? point(of: country.position) : nil
  }

  /// Where a place is on the map.
  public static func point(of place: Coordinate) -> MapPoint {
    let (x, y) = EqualEarth.project(place)
    return MapPoint(x: (x + EqualEarth.right) * scale, y: (EqualEarth.top - y) * scale)
  }

  /// The place at a point of the map, or nil beyond the edge of the world.
  public static func coordinate(at point: MapPoint) -> Coordinate? {
    EqualEarth.unproject(x: point.x / scale - EqualEarth.right, y: EqualEarth.top - point.y / scale)
  }

  /// How far it is from a place to a country, along the globe: 0 on its land, else to its coast or border, to its dot
  /// or to the nearest city of it that the ``Gazetteer`` knows. So islands that the outlines leave out are not far from
  /// the country that they belong to: the Azores, the Canary Islands.
  public static func kilometres(from place: Coordinate, to country: CountryCode) -> Double {
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

  /// What `world.svg` draws, by id: a line for each path.
  private static let paths: [Substring: Substring] = {
    var paths: [Substring: Substring] = [:]
    for line in Embedded.text("world.svg").split(separator: "\n") {
      let parts = line.split(separator: "\"")
      if parts.first == "<path id=", parts.count > 3 { paths[parts[1]] = parts[3] }
    }
    return paths
  }()

  /// The point, moved in where rounding to whole units has put a corner at the edge of the world beyond it.
  private static func inside(_ point: MapPoint) -> MapPoint {
    let middle = (x: size.width / 2, y: size.height / 2)
    let shrunk = 1 - 1e-4
    return coordinate(at: point) != nil
      ? point : MapPoint(x: middle.x + (point.x - middle.x) * shrunk, y: middle.y + (point.y - middle.y) * shrunk)
  }
}
