import KartotekaGeography
import KartotekaModel
import Testing

@Suite("The Equal Earth projection")
struct EqualEarthTests {
  /// What PROJ 9 gives for `+proj=eqearth +R=1`.
  static let known: [(latitude: Double, longitude: Double, x: Double, y: Double)] = [
    (0, 0, 0, 0),
    (0, 180, 2.7066299837, 0.0000000000),
    (90, 0, 0.0000000000, 1.3173627592),
    (90, 180, 1.6035886483, 1.3173627592),
    (52.2297, 21.0122, 0.2558198851, 0.9762302047),
    (40.7128, -74.006, -0.9818614500, 0.7870642200),
    (-33.8688, 151.2093, 2.0871064382, -0.6646837767),
    (-60, -180, -2.0390600876, -1.0883008355),
  ]

  @Test("Puts places where PROJ puts them", arguments: known.indices)
  func projects(_ index: Int) throws {
    let expected = Self.known[index]
    let place = try #require(Coordinate(latitude: expected.latitude, longitude: expected.longitude))
    let point = EqualEarth.project(place)
    #expect(abs(point.x - expected.x) < 1e-9)
    #expect(abs(point.y - expected.y) < 1e-9)
  }

  @Test("Leads back to every place of the world")
  func roundTrips() throws {
    for latitude in stride(from: -90.0, through: 90, by: 7.5) {
      for longitude in stride(from: -180.0, through: 180, by: 22.5) {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let (x, y) = EqualEarth.project(place)
        // By a rounding error further in: beyond the edge there is nothing.
        let back = try #require(EqualEarth.unproject(x: x * (1 - 1e-12), y: y * (1 - 1e-12)))
        #expect(abs(back.longitude - longitude) < 1e-6)
        #expect(abs(back.latitude - latitude) < 1e-4)
      }
    }
  }

  @Test("Is as wide and high as its authors say: 2.7066 and 1.3173 times the globe's radius each way")
  func extents() {
    #expect(abs(EqualEarth.right - 2.706_629_983_7) < 1e-9)
    #expect(abs(EqualEarth.top - 1.317_362_759_2) < 1e-9)
  }

  @Test("Equal areas of the globe have equal areas on the map")
  func areas() throws {
    // Cells of one degree at two latitudes, by the cosine of which the globe's cells differ.
    func area(_ latitude: Double) throws -> Double {
      func point(_ latitude: Double, _ longitude: Double) throws -> (x: Double, y: Double) {
        EqualEarth.project(try #require(Coordinate(latitude: latitude, longitude: longitude)))
      }
      let corners = [
        try point(latitude - 0.5, 50), try point(latitude - 0.5, 51), try point(latitude + 0.5, 51),
        try point(latitude + 0.5, 50),
      ]
      return abs(
        zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y })
    }
    // 0.5 is the cosine of 60°; a cell of one degree is not quite a point.
    let ratio = try area(60) / area(0)
    #expect(abs(ratio - 0.5) < 1e-3)
  }

  @Test("Beyond the edge of the world there is no place")
  func edge() {
    #expect(EqualEarth.unproject(x: 0, y: 1.32) == nil)
    #expect(EqualEarth.unproject(x: 2.71, y: 0) == nil)
    #expect(EqualEarth.unproject(x: 2.5, y: 1.3) == nil)
    #expect(EqualEarth.unproject(x: .nan, y: 0) == nil)
    #expect(EqualEarth.unproject(x: 0, y: .nan) == nil)
  }
}
