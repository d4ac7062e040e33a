import Kartoteka

/// An address book of a thousand people.
public let usersCRUD = App(
  "userscrud", title: "Address book", summary: "A thousand people, found by a syllable", symbol: .person,
  hue: 255,
  entities: [User.self],
  catalogues: [.polish: Embedded.data("pl.json"), .russian: Embedded.data("ru.json")],
  seed: Seed(User.self, file: "MOCK_DATA.json", json: Embedded.data("MOCK_DATA.json"))
) {
  Tab("People", symbol: .people) {
    List(User.self, title: \.firstName, \.lastName, subtitle: \.address)
      .searching(\.lastName, \.firstName, \.phone, \.address)
      .sorted(by: \.lastName, \.firstName)
      .withMonograms()
      .withInitials()
      .locating(by: \.address)
  }
}
