import Foundation
import KartotekaApplication
import KartotekaModel
import Testing

@testable import KartotekaScreens

@Suite("App descriptions")
struct AppDescriptionTests {
  @Test("An application comes back from JSON as it went")
  func codable() throws {
    let description = AddressBook.app.description
    let copy = try JSONDecoder().decode(AppDescription.self, from: JSONEncoder().encode(description))
    #expect(copy == description)
    #expect(
      copy.version == AppDescription.currentVersion && copy.model.version == ModelDescription.currentVersion)
  }

  @Test("The model learns what the screens search and sort by")
  func lowered() throws {
    let person = try #require(AddressBook.app.description.model.entity(named: "person"))
    #expect(person.searchedAttributes.map(\.name) == ["lastName"])
    #expect(person.sortOrders == [[FetchSort("lastName"), FetchSort("firstName")]])
    #expect(Person.declaration.description.searchedAttributes == [])
  }

  @Test("A list's address is its entity's plural unless its tab says otherwise")
  func paths() throws {
    let other = App("book", title: "Book", symbol: .book, hue: 120, entities: [Person.self]) {
      Tab("Everybody", symbol: .people, path: "everybody") { List(Person.self, title: \.lastName) }
    }
    #expect(AddressBook.app.description.tabs.map(\.path) == ["people"])
    #expect(other.description.tabs.map(\.path) == ["everybody"])
    let person = try #require(other.description.model.entity(named: "person"))
    #expect(other.description.list(of: person)?.tab.path == "everybody")
  }

  @Test("A catalogue that can't be read is remembered for the check, the others are there")
  func brokenCatalogue() {
    let app = App(
      "book", title: "Book", symbol: .book, hue: 120, entities: [Person.self],
      catalogues: [.polish: Data("{".utf8), .russian: Data(#"{"Book": "Книга"}"#.utf8)]
    ) {
      Tab("People", symbol: .people) { List(Person.self, title: \.lastName) }
    }
    #expect(app.description.brokenCatalogues == ["pl"])
    #expect(app.catalogue.entry("Book", in: .russian) == .plain("Книга"))
  }
}
