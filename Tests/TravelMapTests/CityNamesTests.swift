import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import TravelMap

@Suite("The names of cities in several languages")
struct CityNamesTests {
  private func site() async throws -> AppSite {
    let site = try AppSite(
      travelMap, services: Services(pictures: Services.none.pictures, places: GazetteerPlaces()))
    _ = try await site.submit("/countries/new", ["choice": "PL"])
    return site
  }

  private static let krakow: KeyValuePairs = ["choice": "50.061,19.937 PL Kraków", "country": "1"]
  private static let find = "%D0%9A%D1%80%D0%B0%D0%BA%D0%BE%D0%B2"

  @Test("TM-3 keeps the gazetteer's number and names with a city that was chosen")
  func keepsNumber() async throws {
    let site = try await site()
    _ = try await site.submit("/cities/new", Self.krakow)
    let city = try await site.api(.get, "/cities/1").json
    #expect(city.number("geonamesNumber") == 3_094_802)
    #expect(city.text("name") == "Kraków")
    #expect(city.text("russianName") == "Краков")
  }

  @Test("TM-3 shows a city under the name that the person's language has, on its card, in lists and on the map")
  func shows() async throws {
    let site = try await site()
    _ = try await site.submit("/cities/new", ["choice": "52.23,21.012 PL Варшава", "country": "1"])
    for path in ["/cities", "/cities/1", "/countries/1", "/map/PL", "/map/PL?city=1"] {
      #expect(try await site.page(path, language: "pl").text.contains("Warszawa"), "\(path) in Polish")
      #expect(try await site.page(path, language: "ru").text.contains("Варшава"), "\(path) in Russian")
      #expect(try await site.page(path).text.contains("Warsaw"), "\(path) in English")
    }
  }

  @Test("TM-3 finds a city by its name in another language than it was saved in")
  func finds() async throws {
    let site = try await site()
    _ = try await site.submit("/cities/new", Self.krakow)
    let found = try await site.page("/cities?search=" + Self.find, language: "ru").text
    #expect(found.contains("Краков") && found.contains(#"href="/travelmap/cities/1"#))
    let polish = try await site.page("/cities?search=" + Self.find, language: "pl").text
    #expect(polish.contains("Kraków") && polish.contains(#"href="/travelmap/cities/1"#))
  }

  @Test("TM-3 does not add a city again under another language's name, nor after it was moved to another place")
  func addsOnce() async throws {
    let site = try await site()
    _ = try await site.submit("/cities/new", Self.krakow)
    _ = try await site.submit("/cities/1", ["name": "Kraków", "country": "1", "position": "50.3,19.5"])
    let sheet = try await site.page("/cities/new?country=1&find=" + Self.find, language: "ru").text
    #expect(sheet.contains(#"href="/travelmap/cities/1"#))
    let again = try await site.submit("/cities/new", ["choice": "50.061,19.937 PL Краков", "country": "1"])
    #expect(again.location?.hasPrefix("/travelmap/cities/1") == true)
    #expect(try await site.count("city") == 1)
  }

  @Test("TM-3 adds two cities of one name that lie apart")
  func namesakes() async throws {
    let site = try await site()
    _ = try await site.submit("/countries/new", ["choice": "US"])
    _ = try await site.submit("/cities/new", ["choice": "39.802,-89.644 US Springfield", "country": "2"])
    _ = try await site.submit("/cities/new", ["choice": "37.215,-93.298 US Springfield", "country": "2"])
    #expect(try await site.count("city") == 2)
  }

  @Test("TM-3 shows a name that somebody typed in place of the gazetteer's to all, and finds the city by it")
  func renamed() async throws {
    let site = try await site()
    _ = try await site.submit("/cities/new", Self.krakow)
    _ = try await site.submit("/cities/1", ["name": "Where we met", "country": "1", "position": "50.061,19.937"])
    #expect(try await site.page("/cities", language: "ru").text.contains("Where we met"))
    #expect(try await site.page("/cities?search=met").text.contains("Where we met"))
  }

  @Test("TM-3 gives a city that is typed by hand no number, and its form no field for one")
  func byHand() async throws {
    let site = try await site()
    let form = try await site.page("/cities/new?country=1&by=hand").text
    #expect(form.contains(#"name="name""#))
    #expect(!form.contains("geonamesNumber") && !form.contains("polishName"))
    _ = try await site.submit("/cities", ["name": "Kraków", "country": "1", "position": "50.061,19.937"])
    #expect(try await site.api(.get, "/cities/1").json.number("geonamesNumber") == nil)
    #expect(!(try await site.page("/cities/1").text.contains("geonamesNumber")))
  }

  @Test("TM-3 keeps number and names when a card is saved")
  func survivesSaving() async throws {
    let site = try await site()
    _ = try await site.submit("/cities/new", Self.krakow)
    _ = try await site.submit(
      "/cities/1", ["name": "Kraków", "country": "1", "position": "50.061,19.937", "dateOfVisit": "2024-05-01"])
    let city = try await site.api(.get, "/cities/1").json
    #expect(city.text("dateOfVisit") == "2024-05-01")
    #expect(city.number("geonamesNumber") == 3_094_802)
    #expect(city.text("russianName") == "Краков")
  }

  @Test("TM-3 identifies cities that were saved before, each number once, and leaves the others as they are")
  func migrates() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "travelmap.sqlite")
    do {
      let store = try Store(travelMap.description.model, at: url)
      var poland = Record<Country>()
      poland.isoCode = CountryCode("PL")
      try await store.save(&poland)
      for (name, place) in [("Краков", "50.06,19.94"), ("Kraków", "50.07,19.95"), ("Home", "50.06,19.94")] {
        var city = Record<City>()
        city.name = name
        city.position = Coordinate(place)
        city.country = poland.id
        try await store.save(&city)
      }
    }
    var options = StoreOptions()
    options.migrations = travelMap.migrations
    let store = try Store(travelMap.description.model, at: url, options: options)
    let cities = try await store.fetch(City.all.sorted(by: \.name))
    let byName = Dictionary(uniqueKeysWithValues: cities.map { ($0.name ?? "", $0) })
    #expect(byName["Краков"]?.geonamesNumber == 3_094_802)
    #expect(byName["Краков"]?.polishName == "Kraków")
    #expect(byName["Kraków"]?.geonamesNumber == nil && byName["Home"]?.geonamesNumber == nil)
  }
}
