import Kartoteka
import KartotekaTestSupport
import Testing
import TravelMap

@Suite("A list as a map")
struct ListMapTests {
  private static let map = "/cities?layout=map:position"

  private func site() async throws -> AppSite {
    let site = try AppSite(travelMap)
    try await site.add("/countries", #"{"isoCode": "PT"}"#)
    try await site.add("/countries", #"{"isoCode": "KE"}"#)
    try await site.add("/cities", #"{"name": "Lisbon", "country": 1, "position": "38.7167,-9.1333"}"#)
    try await site.add("/cities", #"{"name": "Porto", "country": 1, "position": "41.1496,-8.611"}"#)
    try await site.add("/cities", #"{"name": "Nairobi", "country": 2, "position": "-1.2833,36.8167"}"#)
    return site
  }

  @Test("has pins of the records that the filter and the search find, in a part of the world that holds them")
  func filtered() async throws {
    let site = try await site()
    let all = try await site.page(Self.map).text
    #expect(all.contains("aria-label=\"World map, 3 cities\""))
    #expect(all.contains("Nairobi"))
    let found = try await site.page(Self.map + "&search=port").text
    #expect(found.contains("aria-label=\"World map, 1 city\""))
    #expect(found.contains("aria-label=\"Porto\"") && !found.contains("Lisbon"))
    let portugal = try await site.page(Self.map + "&where=country:in:1").text
    #expect(portugal.contains("aria-label=\"World map, 2 cities\"") && !portugal.contains("Nairobi"))
    let region = try #require(portugal.firstMatch(of: /viewBox="[0-9.-]+ [0-9.-]+ ([0-9.]+)/)?.1)
    #expect(try #require(Double(region)) < 500)
  }

  @Test("shows a card of the chosen record, which leads to its page and back to the map")
  func card() async throws {
    let site = try await site()
    let page = try await site.page(Self.map + "&selected=2").text
    #expect(page.contains("<h2 id=\"pt\">Porto</h2>"))
    let href = try #require(page.firstMatch(of: /href="\/travelmap(\/cities\/2\?[^"]*layout=map[^"]*)"/)?.1)
    let record = try await site.page(String(href).replacing("&amp;", with: "&")).text
    #expect(record.contains("layout=map"))
    #expect(try await site.page(Self.map + "&press=1,1,1").status == 204)
    #expect(try await site.page(Self.map + "&part=rows").text.contains("id=\"pins\""))
  }

  @Test("says how many records have no place, and a list without any has its usual empty state")
  func unplaced() async throws {
    struct Shop: Entity {
      let name = Attribute<String>("Name", .required, .title)
      let place = Attribute<Coordinate>("Place")
    }
    let site = try AppSite(
      App("shops", title: "Shops", symbol: .map, hue: 205, entities: [Shop.self]) {
        Tab("Shops", symbol: .list) { List(Shop.self, title: \.name) }
      })
    let path = "/shops?layout=map:place"
    #expect(try await site.page(path).text.contains("class=\"empty"))
    try await site.add("/shops", #"{"name": "Books", "place": "54.8302,18.3362"}"#)
    try await site.add("/shops", #"{"name": "Bread"}"#)
    let page = try await site.page(path).text
    #expect(page.contains("Without a place on the map: 1 shop"))
    #expect(page.contains("aria-label=\"Books\""))
    #expect(!page.contains("Bread"))
    // A field that is no position, and one that does not exist, are ignored.
    for other in ["name", "nothing"] {
      #expect(try await site.page("/shops?layout=map:\(other)").text.contains("Bread"))
    }
  }
}
