import KartotekaModel
import KartotekaScreens

struct Island: Entity {
  let code = Attribute<CountryCode>("Code", .required, .unique, .title)
  let twin = Attribute<CountryCode>("Twin")
  let name = Attribute<String>("Name")
  let capital = Attribute<Coordinate>("Capital")
  let towns = ToMany<Harbour>("Towns", inverse: \.island)
}

struct Harbour: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let island = ToOne<Island>("Island", required: true, onDelete: .cascade)
  let place = Attribute<Coordinate>("Place")
  let seen = Attribute<CalendarDate>("Seen")
}

/// Applications whose maps can't be drawn, and one that is sound.
enum FaultyMaps {
  static let sound = app { _ in }

  static let all: [FaultyApp] = [
    broken { $0.entity = "sea" },
    broken { $0.region = "name" },
    broken { $0.region = "flag" },
    broken { $0.region = "twin" },
    broken { $0.position = "name" },
    broken { $0.pins?.relationship = "rivers" },
    broken { $0.pins?.position = "name" },
    broken { $0.pins?.date = "name" },
    broken { $0.region = nil },
  ]

  private static func broken(_ change: (inout MapDescription) -> Void) -> FaultyApp {
    FaultyApp("map-consistent", app(change))
  }

  private static func app(_ change: (inout MapDescription) -> Void) -> AppDescription {
    let screen = MapScreen(Island.self, region: \.code).pins(\.towns, at: \.place, on: \.seen).description
    guard case .map(var map) = screen else { preconditionFailure("A map is lowered to a map") }
    change(&map)
    return AppDescription(
      name: "atlas", title: "Atlas", summary: "", symbol: .map, hue: 205,
      model: ModelDescription([Island.self, Harbour.self]),
      tabs: [TabDescription(path: "map", title: "Map", symbol: .map, screen: .map(map))])
  }
}
