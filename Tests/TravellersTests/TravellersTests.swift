import Kartoteka
import Testing

@testable import Travellers

@Suite("Travellers")
struct TravellersTests {
  @Test("the description passes every check")
  func checks() { #expect(travellers.description.check() == []) }

  @Test("TR-1 there are three tabs, each a column table")
  func tabs() {
    #expect(travellers.description.tabs.map(\.title) == ["Users", "Cities", "Travellers"])
    for tab in travellers.description.tabs {
      guard case .table(let table) = tab.screen else {
        Issue.record("\(tab.title) is no table")
        continue
      }
      #expect(!table.columns.isEmpty)
    }
  }

  @Test("every word of it is there in Polish and in Russian", arguments: [Language.polish, .russian])
  func words(language: Language) {
    let description = travellers.description
    var keys = [description.title, description.summary] + description.tabs.map(\.title)
    keys += description.actions.filter { $0.name.hasSuffix("travellers") }.map(\.title)
    for entity in description.model.entities {
      keys += ["{count} " + entity.nouns.many, "No \(entity.nouns.many) yet", entity.nouns.one, entity.nouns.many]
      keys += entity.isDerived ? [] : ["New " + entity.nouns.one]
      keys += entity.columns.map(\.label)
    }
    #expect(keys.filter { travellers.catalogue.entry($0, in: language) == nil } == [])
  }
}
