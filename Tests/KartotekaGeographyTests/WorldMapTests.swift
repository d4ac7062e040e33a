import Foundation
import KartotekaModel
import Testing

@testable import KartotekaGeography

@Suite("The world's map")
struct WorldMapTests {
  static func country(_ code: String) throws -> CountryCode { try #require(CountryCode(code)) }

  static func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  static func outline(_ code: String) throws -> CountryOutline {
    try #require(WorldMap.outline(of: country(code)))
  }

  @Test("Every country is on the map, as an outline or as a dot, never as both")
  func everyCountry() throws {
    #expect(WorldMap.codes == CountryCode.all)
    var outlines = 0
    for code in WorldMap.codes {
      let outline = WorldMap.outline(of: code)
      #expect((outline == nil) == (WorldMap.dot(of: code) != nil), "\(code)")
      if outline != nil { outlines += 1 }
    }
    #expect(outlines == 175)
  }

  @Test("Countries too small for an outline have a dot", arguments: ["MT", "SG", "HK", "BH", "VA", "MV", "TV"])
  func dots(_ code: String) throws {
    let country = try Self.country(code)
    let dot = try #require(WorldMap.dot(of: country))
    let back = try #require(WorldMap.coordinate(at: dot))
    #expect(GreatCircle.kilometres(back, country.position) < 0.01)
  }

  @Test("Kosovo, Taiwan, Palestine and Western Sahara have outlines", arguments: ["XK", "TW", "PS", "EH", "FR", "NO"])
  func oddCodes(_ code: String) throws {
    let outline = try Self.outline(code)
    #expect(outline.code.code == code)
    #expect(outline.bounds.width > 10)
  }

  @Test("The file of outlines has each once, under its code, and parallels from edge to edge, and is small")
  func file() throws {
    let file = WorldFiles.text("world.svg")
    #expect(file.utf8.count < 75_000)
    let size = "\(Int(clampingNearest: WorldMap.size.width)) \(Int(clampingNearest: WorldMap.size.height))"
    #expect(file.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\">"))
    for code in WorldMap.codes {
      let path = WorldMap.outline(of: code)?.path
      let count = file.components(separatedBy: "<path id=\"\(code)\" d=\"\(path ?? "")").count - 1
      #expect(count == (path == nil ? 0 : 1), "\(code)")
    }
    let equator = try WorldMap.point(of: Self.place(0, 0)).y
    #expect(WorldMap.graticule.contains("M0 \(Int(clampingNearest: equator))H20000"))
  }

  @Test("All outlines lie within the world")
  func withinTheWorld() {
    for code in WorldMap.codes {
      guard let outline = WorldMap.outline(of: code) else { continue }
      #expect(outline.bounds.minX >= 0 && outline.bounds.maxX <= WorldMap.size.width, "\(code)")
      #expect(outline.bounds.minY >= 0 && outline.bounds.maxY <= WorldMap.size.height.rounded(), "\(code)")
      #expect(outline.bounds.union(outline.mainBounds) == outline.bounds, "\(code)")
    }
  }

  @Test("No side of an outline runs across the map, but for the line that the south pole is")
  func noStreaks() {
    for code in WorldMap.codes {
      for ring in WorldMap.outline(of: code)?.rings ?? [] {
        let longest =
          ring.sides.filter { $0.from.y < 9_700 || $0.to.y < 9_700 }
          .map { hypot($0.to.x - $0.from.x, $0.to.y - $0.from.y) }.max() ?? 0
        // The border between Canada and the United States along 49° north is the longest straight one.
        #expect(longest < 1_300, "\(code)")
      }
    }
  }

  @Test(
    "Areas are those of the globe",
    arguments: [
      ("AU", 7_690_000.0), ("RU", 17_100_000), ("BR", 8_510_000), ("PL", 312_700), ("GL", 2_166_000),
      ("ZA", 1_221_000),
    ])
  func areas(_ code: String, _ squareKilometres: Double) throws {
    let outline = try Self.outline(code)
    // What lies in another ring is a hole: Lesotho in South Africa.
    let area = outline.rings.reduce(0) { sum, ring in
      let isHole = outline.rings.contains { $0.area > ring.area && $0.contains(ring.points[0]) }
      return sum + (isHole ? -ring.area : ring.area)
    }
    let unit = 6371.0072 * 2 * EqualEarth.right / WorldMap.size.width
    #expect(abs(area * unit * unit / squareKilometres - 1) < 0.04)
  }

  @Test(
    "Places lie in their countries, also beyond 180° and in a hole of another country",
    arguments: [
      ("PL", 52.23, 21.01, true), ("DE", 52.23, 21.01, false), ("RU", 66, -172, true), ("RU", 66, 179, true),
      ("LS", -29.6, 28.2, true), ("ZA", -29.6, 28.2, false), ("AQ", -88, 0, true), ("FR", 4.5, -53, true),
      // Northern Cyprus and Somaliland; Crimea.
      ("CY", 35.3, 33.4, true), ("CY", 34.9, 32.9, true), ("SO", 9.56, 44.6, true), ("SO", 2.8, 45, true),
      ("UA", 45.2, 34.3, true), ("RU", 45.2, 34.3, false),
      // Laayoune, Dakhla and a place east of the berm; Agadir and Tarfaya.
      ("EH", 27.1, -12.9, true), ("MA", 27.1, -12.9, false), ("EH", 23.7, -15.7, true), ("EH", 26.5, -9.2, true),
      ("MA", 30.2, -9.3, true), ("MA", 27.9, -12.5, true), ("EH", 27.9, -12.5, false),
    ])
  func contains(_ code: String, _ latitude: Double, _ longitude: Double, _ isInside: Bool) throws {
    let point = WorldMap.point(of: try Self.place(latitude, longitude))
    #expect(try Self.outline(code).contains(point) == isInside)
  }

  typealias Position = (latitude: Double, longitude: Double)

  /// What one wants to see of a country, and what not: Guiana, Hawaii, Svalbard and Russia's end beyond 180° are left
  /// out, Alaska isn't.
  static let views: [(code: String, seen: [Position], unseen: [Position])] = [
    ("FR", [(48.86, 2.35), (42.2, 9.1)], [(4.5, -53)]), ("US", [(40.7, -74), (64.8, -147.7)], [(20.7, -156.4)]),
    ("NO", [(69.6, 19)], [(78.2, 16)]), ("NZ", [(-36.9, 174.8), (-45, 169)], []),
    ("MY", [(3.1, 101.7), (5.9, 116.1)], []), ("ID", [(-6.2, 106.8), (-2.6, 140.6), (3.6, 98.7)], []),
    ("JP", [(43, 141.4), (33.6, 130.4)], []), ("GB", [(51.5, -0.1), (54.6, -6.6)], []),
    ("RU", [(54.7, 20.5), (66, 179)], [(66, -172)]), ("AU", [(-42, 147)], []), ("CA", [(82, -70)], []),
  ]

  @Test("The main part of a country leaves out what lies far away", arguments: views.indices)
  func mainBounds(_ index: Int) throws {
    let (code, seen, unseen) = Self.views[index]
    let bounds = try Self.outline(code).mainBounds
    for (latitude, longitude) in seen {
      let point = WorldMap.point(of: try Self.place(latitude, longitude))
      #expect(bounds.contains(point), "\(latitude), \(longitude)")
    }
    for (latitude, longitude) in unseen {
      let point = WorldMap.point(of: try Self.place(latitude, longitude))
      #expect(!bounds.contains(point), "\(latitude), \(longitude)")
    }
  }

  @Test("A place beyond 180° is as near on the continued map as it is on the globe")
  func beyond() throws {
    let suva = WorldMap.point(of: try Self.place(-18.14, 178.44))
    let lakeba = WorldMap.point(of: try Self.place(-18.22, -178.8))
    #expect(suva.x - lakeba.x > 15_000)
    let near = WorldMap.point(lakeba, near: suva)
    #expect(near.y == lakeba.y && (130...170).contains(near.x - suva.x), "\(near.x - suva.x)")
    let other = WorldMap.point(suva, near: lakeba)
    #expect(abs((lakeba.x - other.x) - (near.x - suva.x)) < 6)
    #expect(WorldMap.point(suva, near: suva) == suva)
  }

  @Test("A country in one piece, and one that is cut by 180°, are seen as they are")
  func mainBoundsOfOnePiece() throws {
    let portugal = try Self.outline("PT")
    #expect(portugal.mainBounds == portugal.bounds)
    #expect(try Self.outline("FJ").mainBounds.width < 200)
  }

  @Test("A place within a country is no kilometre away from it")
  func inside() throws {
    #expect(WorldMap.kilometres(from: try Self.place(52.23, 21.01), to: try Self.country("PL")) == 0)
    #expect(WorldMap.kilometres(from: try Self.place(35.3, 33.4), to: try Self.country("CY")) == 0)
  }

  @Test(
    "Distances to countries are those along the globe",
    arguments: [
      // Lisbon, Berlin, Warsaw (to Malta's dot), Suva, a place in the Pacific beyond 180° from Fiji, Madrid,
      // Montevideo.
      ("ES", 38.72, -9.14, 140.0, 190.0), ("DK", 52.52, 13.4, 180, 280), ("MT", 52.23, 21.01, 1_860, 1_900),
      ("NZ", -18.14, 178.44, 1_850, 1_950), ("FJ", -17, -178, 180, 300), ("PT", 40.42, -3.7, 250, 330),
      ("AQ", -34.9, -56.2, 3_000, 3_400),
    ])
  func distances(_ code: String, _ latitude: Double, _ longitude: Double, _ least: Double, _ most: Double) throws {
    let distance = WorldMap.kilometres(from: try Self.place(latitude, longitude), to: try Self.country(code))
    #expect((least...most).contains(distance), "\(distance)")
  }

  @Test(
    "Cities on islands and coasts that the outlines leave out are in their countries",
    arguments: [
      ("PT", 37.739, -25.669), ("ES", 28.1, -15.41), ("PT", 38.725, -9.15), ("US", 21.307, -157.858),
      ("SG", 1.3, 103.8), ("JP", 26.212, 127.681),
    ])
  func islands(_ code: String, _ latitude: Double, _ longitude: Double) throws {
    #expect(WorldMap.kilometres(from: try Self.place(latitude, longitude), to: try Self.country(code)) < 20)
  }

  @Test("The distance to a side is to its nearest point, also between its corners and across 180°")
  func sides() throws {
    func distance(_ latitude: Double, _ longitude: Double, _ corners: [(Double, Double)]) throws -> Double {
      GreatCircle.kilometres(
        from: try Self.place(latitude, longitude), toRing: try corners.map { try Self.place($0.0, $0.1) })
    }
    // A degree along a great circle is 111.195 km.
    let distances = [
      try distance(1, 0, [(0, -10), (0, 10)]), try distance(1, 180, [(0, 170), (0, -170)]),
      try distance(0, 12, [(0, -10), (0, 10)]), try distance(0, -170, [(0, 170), (0, 170)]),
    ]
    #expect(distances.map { ($0 * 10).rounded() / 10 } == [111.2, 111.2, 222.4, 2223.9])
  }

  @Test("Finer outlines are where the coarse ones are, and are true countries' codes")
  func details() throws {
    var count = 0
    for country in WorldMap.codes {
      guard let detail = WorldMap.detail(of: country) else { continue }
      count += 1
      let bounds = detail.bounds
      let halved = MapBounds(
        minX: bounds.minX / 2, minY: bounds.minY / 2, maxX: bounds.maxX / 2, maxY: bounds.maxY / 2)
      if let outline = WorldMap.outline(of: country) {
        #expect(halved.contains(outline.mainBounds.centre), "\(country)")
      }
    }
    #expect(count == WorldMap.detailText.split(separator: "\n").count && count > 230)
    for code in WorldMap.codes where WorldMap.outline(of: code) != nil {
      #expect(WorldMap.detailPath(of: code) != nil || code.code == "TF", "\(code)")
    }
  }

  @Test("Around a place only countries near by have finer outlines")
  func detailedIn() throws {
    let krakow = WorldMap.point(of: try #require(Coordinate("50.06,19.94")))
    let box = MapBounds(minX: krakow.x - 200, minY: krakow.y - 200, maxX: krakow.x + 200, maxY: krakow.y + 200)
    let codes = Set(WorldMap.detailed(in: box).map(\.code))
    #expect(codes.isSuperset(of: ["PL", "CZ", "SK", "HU"]))
    #expect(codes.isDisjoint(with: ["PT", "US", "FR", "JP"]))
  }
}
