import Kartoteka
import KartotekaGeography
import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Parts of the map")
struct MapRegionTests {
  @Test("Each country's view has its main land in the middle and is no larger than the world")
  func countries() throws {
    for country in CountryCode.all {
      let region = try #require(MapRegion(of: country))
      #expect(region.width == region.height && region.width <= MapRegion.world.width, "\(country)")
      let place = try #require(
        WorldMap.dot(of: country) ?? WorldMap.outline(of: country)?.mainBounds.centre)
      let share = region.share(of: place)
      #expect((10...90).contains(share.x) && (10...90).contains(share.y), "\(country)")
    }
  }

  @Test("a place far from a country's main land is in its view")
  func far() throws {
    let france = try #require(CountryCode("FR"))
    let cayenne = WorldMap.point(of: try #require(Coordinate(latitude: 4.9, longitude: -52.3)))
    let region = try #require(MapRegion(of: france, with: [cayenne]))
    let share = region.share(of: cayenne)
    #expect((0...100).contains(share.x) && (0...100).contains(share.y))
  }

  @Test("an address says a square and reads it again", arguments: ["9600,2900,400", "0,0,60", "20000,9734,9000"])
  func text(text: String) throws {
    #expect(try #require(MapRegion(text)).text == text)
  }

  @Test(
    "what is no square is none", arguments: ["", "1,2", "1,2,3,4", "a,b,c", "1,2,", "-1,0,100", "0,0,0", "0,0,1.5"])
  func noText(text: String) { #expect(MapRegion(text) == nil) }

  @Test("zooming out ends with all of the world, and zooming in with a town")
  func zoom() throws {
    let square = try #require(MapRegion("9600,2900,8000"))
    #expect(square.zoomed(by: 0.5) == .world)
    #expect(square.zoomed(by: 1_000).width == 60)
    #expect(MapRegion.world.zoomed(by: 2).width < 5_000)
    #expect(MapRegion.world.text.isEmpty)
  }
}

@Suite("What a map of places shows at first")
struct PinRegionTests {
  private func pin(_ id: Int64, _ text: String) throws -> MapPin {
    MapPin(id: id, title: "", point: WorldMap.point(of: try #require(Coordinate(text))))
  }

  @Test("It opens on its pins, on the chosen one, and on the world where they are far apart or there are none")
  func pins() throws {
    let saxony = [try pin(1, "51.05,13.74"), try pin(2, "51.34,12.37")]
    let region = MapRegion.showing(saxony, around: nil)
    #expect(!region.isWorld && saxony.allSatisfy { region.shows($0.point) } && region.width < 1_000)
    #expect(MapRegion.showing(saxony, around: 2).centre == saxony[1].point)
    #expect(MapRegion.showing(saxony + [try pin(3, "-33.87,151.21")], around: nil).isWorld)
    #expect(MapRegion.showing([], around: nil).isWorld)
  }
}
