import Kartoteka

/// Visited countries and cities on a map.
public let travelMap = App(
  "travelmap", title: "Travel map", summary: "Where you have been",
  purpose: "Shows the countries and cities that you have been to on a map, with pictures.", symbol: .map, hue: 205,
  entities: [Country.self, City.self, Picture.self],
  catalogues: [
    .english: Embedded.data("en.json"), .polish: Embedded.data("pl.json"), .russian: Embedded.data("ru.json"),
    "de": Embedded.data("de.json"), "uk": Embedded.data("uk.json"),
  ],
  actions: [
    .demo(
      Seed(Country.self, file: "demo-countries.json", json: Embedded.data("demo-countries.json")),
      Seed(City.self, file: "demo-cities.json", json: Embedded.data("demo-cities.json"))),
    .deleteAll,
  ], jobs: [loadPictures], choosers: [CountryChooser(), CityChooser()], migrations: [identifyCities]
) {
  Tab("Map", symbol: .map) {
    MapScreen(Country.self, region: \.isoCode)
      .pins(\.cities, at: \.position, on: \.dateOfVisit)
      .calling("Visited", else: "Not visited")
  }
  Tab("Countries", symbol: .list) {
    List(Country.self, title: \.isoCode)
      .searching(\.isoCode).sorted(by: \.isoCode)
      .showing(\.cityCount, as: Nouns("city", "cities"))
      .marked("Country", by: \.isoCode).withYears("Visited in {years}", of: \.cities, \.dateOfVisit)
      .withoutFields(\.isoCode, \.name, \.position)
      .withGallery(
        \.pictures, image: \.image, caption: \.caption, on: \.takenOn, credit: \.author, link: \.sourceLink,
        poster: \.isoCode
      )
      .withSection(\.cities, new: "Add a city", symbol: .pin, showing: \.dateOfVisit)
  }
  Tab("Cities", symbol: .pin) {
    List(City.self, title: \.name, subtitle: \.country)
      .searching(\.name, \.englishName, \.polishName, \.russianName).sorted(by: \.name)
      .withFields(nil, \.name, \.dateOfVisit, \.country, \.position)
  }
  .underMore()
  Tab("Pictures", symbol: .camera) {
    List(Picture.self, title: \.country, subtitle: \.caption).searching(\.caption, \.author)
      .withPictures(\.image)
      .withFields(nil, \.image, \.caption, \.takenOn, \.author, \.sourceLink, \.country)
  }
  .underMore()
  Tab("Settings", symbol: .gear) { travelSettings }
}
