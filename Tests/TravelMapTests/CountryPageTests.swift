import Kartoteka
import KartotekaTestSupport
import Testing
import TravelMap

@Suite("A country's page and the list of countries")
struct CountryPageTests {
  private func visited() async throws -> AppSite {
    let site = try AppSite(travelMap)
    try await site.add("/countries", #"{"isoCode": "PT"}"#)
    try await site.add("/countries", #"{"isoCode": "MT"}"#)
    for (name, date) in [("Lisbon", "2024-05-12"), ("Porto", "2019-09-03"), ("Faro", "2011-06-01")] {
      try await site.add("/cities", #"{"name": "\#(name)", "country": 1, "dateOfVisit": "\#(date)"}"#)
    }
    return site
  }

  @Test(
    "TM-6 says what it is, when one was there and where it is on the map",
    arguments: [
      ("en", "Country · PT", "Portugal", "Visited in 2010–2012, 2019 and 2024"),
      ("ru", "Страна · PT", "Португалия", "Были в 2010–2012, 2019 и 2024 годах"),
      ("pl", "Kraj · PT", "Portugalia", "Odwiedziny w latach 2010–2012, 2019 i 2024"),
    ])
  func card(language: String, mark: String, title: String, years: String) async throws {
    let site = try await visited()
    for year in [2010, 2012] {
      try await site.add("/cities", #"{"name": "Faro \#(year)", "country": 1, "dateOfVisit": "\#(year)-05-01"}"#)
    }
    let page = try await site.page("/countries/1", language: language).text
    #expect(page.contains(mark + "</span>"))
    #expect(page.contains("<h1 id=\"rt\">\(title)</h1>"))
    #expect(page.contains(">\(years)</p>"))
    #expect(page.contains("class=\"btn small\" href=\"/travelmap/map/PT\""))
    // What everybody knows of the country is no field.
    #expect(page.matches(of: /id="f-([a-zA-Z]*)"/).map(\.1) == ["note"])
  }

  @Test("TM-6 keeps what is no field when the note is saved")
  func note() async throws {
    let site = try await visited()
    #expect(try await site.submit("/countries/1", ["note": "Trains"]).status == 303)
    let country = try await site.api(.get, "/countries/1").json
    #expect(country.text("note") == "Trains")
    #expect(country.text("isoCode") == "PT")
    #expect(country.text("name") == "Portugal")
  }

  @Test(
    "TM-5 the list says how many cities each country has, and nothing of none",
    arguments: [("en", "3 cities"), ("ru", "3 города"), ("pl", "3 miasta")])
  func counts(language: String, count: String) async throws {
    let page = try await visited().page("/countries", language: language).text
    #expect(page.matches(of: /<span class=v>([^<]*)</).map { String($0.1) } == [count])
  }

  @Test("TM-6 cities stand on the page, and one that is deleted there leads back to it")
  func cities() async throws {
    let site = try await visited()
    let page = try await site.page("/countries/1").text
    #expect(page.contains("href=\"/travelmap/cities/new?country=1&amp;via=countries%2F1\" data-part=new-related"))
    #expect(page.contains("formaction=\"/travelmap/cities/2/delete\" aria-label=\"Delete Porto\""))
    let answer = try await site.submit("/cities/2/delete", ["_via": "countries/1"])
    #expect(answer.location?.hasPrefix("/travelmap/countries/1") == true)
    #expect(try await site.count("city") == 2)
  }

  @Test("TM-6 asks before a country goes with its cities and pictures, counts them, and brings all back")
  func deletion() async throws {
    let site = try await visited()
    let picture = SmallPicture.png
    let form = MultipartForm(file: "image", name: "a.png", picture)
    #expect(try await site.send(.post, "/travelmap/countries/1/pictures", form.body, form.headers).status == 303)
    let question = try await site.submit("/countries/1/delete").text
    #expect(question.contains("3 cities will be deleted too"))
    #expect(question.contains("1 picture will be deleted too"))
    #expect(try await site.count("country") == 2)
    let deleted = try await site.submit("/countries/1/delete", ["_confirmed": "yes"])
    #expect(deleted.status == 303)
    #expect(try await site.count("city") == 0)
    #expect(try await site.count("picture") == 0)
    let changeSet = try #require(deleted.cookie?.firstMatch(of: /undo-travelmap=(\d+)/)).1
    let undone = try await site.submit("/changesets/\(changeSet)/undo", ["returnTo": "/travelmap/countries"])
    #expect(undone.status == 303)
    #expect(try await site.count("city") == 3)
    #expect(try await site.send(.get, "/api/travelmap/pictures/1/image", nil, [:]).bytes == picture)
  }
}
