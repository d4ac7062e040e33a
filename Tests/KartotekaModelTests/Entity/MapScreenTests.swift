import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@Suite("The declaration of a map")
struct MapScreenTests {
  @Test("A map of countries names the attribute with the code, the places and their date")
  func countries() {
    let screen = MapScreen(Island.self, region: \.code).pins(\.towns, at: \.place, on: \.seen)
      .calling("Seen", else: "Not seen")
    var map = MapDescription(entity: "island", region: "code")
    map.pins = MapDescription.Pins("towns", position: "place", date: "seen")
    map.marked = "Seen"
    map.unmarked = "Not seen"
    #expect(screen.description == .map(map))
  }

  @Test("A map of places names the attribute that says where they are")
  func places() {
    #expect(
      MapScreen(Harbour.self, at: \.place).description == .map(MapDescription(entity: "harbour", position: "place")))
  }

  @Test("A map's address is map, unless its tab says otherwise")
  func path() {
    let app = App("atlas", title: "Atlas", symbol: .map, hue: 205, entities: [Island.self, Harbour.self]) {
      Tab("Map", symbol: .map) { MapScreen(Harbour.self, at: \.place) }
      Tab("Atlas", symbol: .map, path: "atlas") { MapScreen(Harbour.self, at: \.place) }
    }
    #expect(app.description.tabs.map(\.path) == ["map", "atlas"])
  }
}
