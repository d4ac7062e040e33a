import Kartoteka

/// An address book of a thousand people.
public let usersCRUD = App(
  "userscrud", title: "Address book", summary: "A thousand people, found by a syllable",
  purpose: "Keeps people's names, telephone numbers and addresses, and finds anybody by a few letters.",
  symbol: .person,
  hue: 255,
  entities: [User.self],
  catalogues: [
    .polish: Embedded.data("pl.json"), .russian: Embedded.data("ru.json"), "de": Embedded.data("de.json"),
    "uk": Embedded.data("uk.json"),
  ],
  seed: people, actions: [.demo(people)]
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

/// A thousand people, loaded at the first start and available as examples.
private let people = Seed(User.self, file: "MOCK_DATA.json", json: Embedded.data("MOCK_DATA.json"))
