import Kartoteka
import Testing

// docs/LIBRARY.md shows the chooser.
struct Plant: Entity {
  let name = Attribute<String>("Name", .required, .unique, .title, .length(1...120))
}

private let flora: Set = ["Acer campestre", "Acer platanoides", "Bellis perennis"]

struct PlantChooser: RecordChooser {
  typealias Chosen = Plant

  func suggestions(for search: ChoiceSearch) async throws -> Suggestions {
    var found = Suggestions(placeholder: search.say("Plant"))
    found.suggestions = flora.filter { $0.hasPrefix(search.text) }.sorted().map { Suggestion($0, title: $0) }
    return found
  }

  func record(chosen value: String, in search: ChoiceSearch) async throws -> ChosenRecord {
    guard flora.contains(value) else { return .refused("No plant is called that.") }
    var plant = Record<Plant>()
    plant.name = value
    return .new(plant.any) { try $0.insert($1) }
  }
}

private struct Stone: Entity {
  let name = Attribute<String>("Name", .required, .title)
}

@Suite("Choosers of records")
struct ChooserTests {
  private func garden(_ entities: [any Entity.Type]) -> App {
    App("garden", title: "Garden", symbol: .list, hue: 120, entities: entities, choosers: [PlantChooser()]) {
      Tab("Stones", symbol: .list) { List(Stone.self, title: \.name) }
    }
  }

  @Test("a chooser of an entity that the application does not have is a fault that names the entity")
  func faults() {
    #expect(garden([Plant.self, Stone.self]).check() == [])
    let faults = garden([Stone.self]).check()
    #expect(faults.map(\.rule) == ["code-entity-exists"] && faults.first?.entity == "plant")
  }
}
