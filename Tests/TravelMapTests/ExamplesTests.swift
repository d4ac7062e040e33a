import Kartoteka
import KartotekaTestSupport
import Testing

@testable import TravelMap

@Suite("The travel map at its beginning")
struct ExamplesTests {
  @Test("An empty travel map says what it is for and offers examples, which one press adds")
  func examples() async throws {
    let site = try AppSite(travelMap, on: Store(inMemory: travelMap.description.model))
    for path in ["/countries", "/cities"] {
      let empty = try await site.page(path).text
      #expect(empty.contains("Shows the countries and cities that you have been to on a map, with pictures."))
      #expect(empty.contains("Fill with examples") && empty.contains("/travelmap/actions/demo"))
    }
    let map = try await site.page("/map").text
    #expect(map.contains("<h2 id=\"pt\">No countries yet</h2>"))
    #expect(map.contains("press a country on the map.") && map.contains("/travelmap/actions/demo"))
    #expect(map.contains("<title>Map"), "the page is the map's")
    #expect(!(try await site.page("/map/PT").text.contains("No countries yet")))
    let answer = try await site.api(.post, "/actions/demo")
    #expect(answer.status == 200)
    #expect(try await site.store.count(Country.all) == 6)
    #expect(try await site.store.count(City.all) == 9)
    let cities = try await site.page("/cities").text
    #expect(!(try await site.page("/map").text.contains("No countries yet")))
    #expect(cities.contains("Kraków") && !cities.contains("Fill with examples"))
    #expect(try await site.api(.post, "/actions/demo").status == 409)
  }
}
