import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens

/// An application like UsersCRUD: what a good one looks like to the check.
struct Person: Entity {
  static let plural = "people"
  static let nouns = Nouns("person", "people")

  let firstName = Attribute<String>(
    "First name", .required, .title, .length(1...80), .aliases("forename", "given name"))
  let lastName = Attribute<String>(
    "Last name", .required, .title, .length(1...80), .aliases("surname", "family name"))
  let phone = Attribute<String>("Phone", as: .phone, .required, .aliases("phone number", "telephone"))
  let address = Attribute<String>(
    "Address", .required, .length(1...200), .placeholder("Street, postcode, city"))
}

enum AddressBook {
  static let app = App(
    "address-book", title: "Address book", summary: "Found by a syllable", symbol: .person, hue: 255,
    entities: [Person.self],
    catalogues: [.polish: Data(#"{"People": "Ludzie"}"#.utf8)]
  ) {
    Tab("People", symbol: .people) {
      List(Person.self, title: \.firstName, \.lastName, subtitle: \.address)
        .searching(\.lastName)
        .sorted(by: \.lastName, \.firstName)
        .withMonograms()
        .withInitials()
    }
  }
}
