import Kartoteka

/// Travellers and the cities that they have visited.
public let travellers = App(
  "travellers", title: "Travellers", summary: "Who has been where",
  purpose: "Keeps people and cities, and shows who has been where.", symbol: .pin, hue: 50,
  entities: [User.self, City.self, Traveller.self],
  catalogues: [
    .polish: Embedded.data("pl.json"), .russian: Embedded.data("ru.json"), "de": Embedded.data("de.json"),
    "uk": Embedded.data("uk.json"),
  ],
  actions: [
    .demo(
      Seed(User.self, file: "demo-users.json", json: Embedded.data("demo-users.json")),
      Seed(City.self, file: "demo-cities.json", json: Embedded.data("demo-cities.json"))),
    .rebuild(Traveller.self, title: "Rebuild Travellers"),
    .dropTables,
  ]
) {
  Tab("Users", symbol: .person) {
    Table(User.self, columns: \.name).filtering(containing: \.name)
  }
  Tab("Cities", symbol: .city) {
    Table(City.self, columns: \.name, \.user).filtering(containing: \.name).filtering(\.user)
  }
  Tab("Travellers", symbol: .map) {
    Table(Traveller.self, columns: \.user, \.userName, \.cityName)
      .filtering(containing: \.userName).filtering(containing: \.cityName)
  }
}
