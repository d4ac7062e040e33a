import Kartoteka
import KartotekaTestSupport
import Testing

struct Lighthouse: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let place = Attribute<Coordinate>("Place")
}

@Suite("A map of places that belong to no country")
struct PlacesMapTests {
  private func site() async throws -> AppSite {
    let site = try AppSite(
      App("lights", title: "Lights", symbol: .map, hue: 205, entities: [Lighthouse.self]) {
        Tab("Map", symbol: .map) { MapScreen(Lighthouse.self, at: \.place) }
        Tab("All", symbol: .list) { List(Lighthouse.self, title: \.name) }
      })
    try await site.add("/lighthouses", #"{"name": "Rozewie", "place": "54.8302,18.3362"}"#)
    try await site.add("/lighthouses", #"{"name": "Somewhere"}"#)
    return site
  }

  @Test("its pins can be chosen everywhere, and those without a place are not on it")
  func pins() async throws {
    let page = try await site().page("/map").text
    #expect(page.contains("href=\"/lights/map?lighthouse=1\" aria-label=\"Rozewie\""))
    #expect(!page.contains("Somewhere"))
    #expect(!page.contains("type=search"))
  }

  @Test("a chosen one has a card, with its page and deletion")
  func card() async throws {
    let site = try await site()
    let page = try await site.page("/map?lighthouse=1").text
    #expect(page.contains("<h2 id=\"pt\">Rozewie</h2>"))
    #expect(page.contains("href=\"/lights/lighthouses/1?via=map\""))
    #expect(try await site.submit("/map/delete", ["lighthouse": "1"]).location == "/lights/map")
    #expect(try await site.count("lighthouse") == 1)
    #expect(try await site.page("/map?lighthouse=1").location == "/lights/map")
  }

  @Test("its record leads back to it on the map")
  func back() async throws {
    let page = try await site().page("/lighthouses/1?via=map").text
    #expect(page.contains("href=\"/lights/map?lighthouse=1\""))
  }

  @Test("there are no countries on it")
  func countries() async throws {
    let site = try await site()
    #expect(try await site.page("/map/PT").status == 404)
    #expect(try await site.submit("/map/PT").status == 404)
    #expect(try await site.page("/map?press=9600,2000,20").status == 204)
  }
}
