import Foundation
import HTTPTypes
import Kartoteka
import KartotekaTestSupport
import Testing
import TravelMap

@Suite("Choosing countries and cities")
struct ChoosingTests {
  private func site() throws -> AppSite {
    try AppSite(
      travelMap, services: Services(pictures: Services.none.pictures, places: GazetteerPlaces()))
  }

  /// The words of the rows that a sheet suggests.
  private func suggestions(_ page: Answer) -> [String] {
    page.text.matches(
      of: /<button class=row name="choice" value="([^"]*)"><span class=(?:"grow t"|grow><span class=t)>([^<]*)</
    )
    .map { "\($0.1) \($0.2)" }
  }

  @Test(
    "TM-2 finds a country by the beginning of its name in each language, and forgives a slip",
    arguments: [
      ("port", "PT Portugal", "en"), ("Порт", "PT Portugal", "en"), ("portgal", "PT Portugal", "en"),
      ("niem", "DE Niemcy", "pl"), ("Герм", "DE Германия", "ru"), ("germnay", "DE Germany", "en"),
    ])
  func finds(search: String, first: String, language: String) async throws {
    let find = try #require(search.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let page = try await site().page("/countries/new?find=\(find)", language: language)
    #expect(page.status == 200)
    #expect(suggestions(page).first == first)
  }

  @Test("TM-2 says that no country is called so, and what to do")
  func findsNothing() async throws {
    let page = try await site().page("/countries/new?find=qqqq%3Cb%3E")
    #expect(suggestions(page).isEmpty)
    #expect(page.text.contains("No country is called “qqqq&lt;b&gt;”. Try fewer letters."))
  }

  @Test("TM-2 shows the first countries while nothing is typed, and all when they are asked for")
  func browses() async throws {
    let site = try site()
    let page = try await site.page("/countries/new")
    #expect(suggestions(page).count == 30)
    #expect(suggestions(page).first == "AF Afghanistan")
    #expect(page.text.contains("href=\"/travelmap/countries/new?all=1\""))
    let all = try await site.page("/countries/new?all=1")
    #expect(suggestions(all).count == CountryCode.all.count)
  }

  @Test("TM-2 adds what was pressed, with its name and place, and leads back to where it was pressed")
  func adds() async throws {
    let site = try site()
    let answer = try await site.submit("/countries/new", ["choice": "PT"])
    #expect(answer.status == 303)
    #expect(answer.location == "/travelmap/countries?selected=1")
    #expect(answer.cookie?.hasPrefix("undo-travelmap=1~~") == true)
    #expect(try await site.api(.get, "/countries/1").json.text("name") == "Portugal")
    let onMap = try await site.submit("/countries/new", ["choice": "FR", "on": "map"])
    #expect(onMap.location == "/travelmap/map/FR")
  }

  @Test("TM-5 opens a country that is there in place of adding it twice")
  func addsOnce() async throws {
    let site = try site()
    _ = try await site.submit("/countries/new", ["choice": "PT"])
    let again = try await site.submit("/countries/new", ["choice": "PT"])
    #expect(again.status == 303)
    #expect(again.location == "/travelmap/countries/1")
    #expect(again.cookie == nil)
    #expect(try await site.count("country") == 1)
    let onMap = try await site.submit("/countries/new", ["choice": "PT", "on": "map"])
    #expect(onMap.location == "/travelmap/map/PT")
    let page = try await site.page("/countries/new?find=portu")
    #expect(suggestions(page).isEmpty)
    #expect(page.text.contains(#"href="/travelmap/countries/1"><span class="grow t">Portugal</span>"#))
    #expect(page.text.contains(">Added</span>"))
  }

  @Test("TM-5 refuses what is no country", arguments: ["", "ZZ", "Portugal", "P", "PT PT", "<script>"])
  func refuses(choice: String) async throws {
    let site = try site()
    let answer = try await site.submit("/countries/new", ["choice": choice])
    #expect(answer.status == 422)
    #expect(answer.text.contains("No country is called that. Choose one of these."))
    #expect(try await site.count("country") == 0)
  }

  @Test("TM-3 suggests cities of the country, with how many live there, and says whom they are owed to")
  func findsCities() async throws {
    let site = try site()
    _ = try await site.submit("/countries/new", ["choice": "PT"])
    let page = try await site.page("/cities/new?country=1&find=lisb")
    let first = try #require(suggestions(page).first)
    #expect(first.hasSuffix("PT Lisbon Lisbon"))
    #expect(page.text.contains("inhabitants"))
    #expect(page.text.contains("Places from GeoNames, CC BY 4.0"))
    let elsewhere = try await site.page("/cities/new?country=1&find=paris")
    #expect(suggestions(elsewhere).isEmpty)
    let russian = try await site.page("/cities/new?country=1&find=%D0%BB%D0%B8%D1%81", language: "ru")
    #expect(suggestions(russian).first?.hasSuffix("Лиссабон") == true)
  }

  @Test("TM-3 adds a city to its country, and leads back to its page, or to the city on the map")
  func addsCity() async throws {
    let site = try site()
    _ = try await site.submit("/countries/new", ["choice": "PT"])
    let answer = try await site.submit("/cities/new", ["choice": "38.7167,-9.1333 PT Lisbon", "country": "1"])
    #expect(answer.status == 303)
    #expect(answer.location == "/travelmap/countries/1")
    let city = try await site.api(.get, "/cities/1").json
    #expect(city.text("name") == "Lisbon")
    #expect(city.number("country") == 1)
    let onMap = try await site.submit(
      "/cities/new", ["choice": "41.1496,-8.611 PT Porto", "country": "1", "on": "map"])
    #expect(onMap.location == "/travelmap/map/PT?city=2")
    // Under the name of another language it is the same place.
    let again = try await site.submit("/cities/new", ["choice": "38.72,-9.14 PT Лиссабон", "country": "1"])
    #expect(again.location == "/travelmap/cities/1?via=countries%2F1")
    #expect(try await site.count("city") == 2)
  }

  @Test("TM-3 brings the country along with the first city in it, as one change set")
  func addsCityAndCountry() async throws {
    let site = try site()
    let answer = try await site.submit("/cities/new", ["choice": "48.8534,2.3488 FR Paris"])
    #expect(answer.status == 303)
    #expect(try await site.api(.get, "/countries/1").json.text("isoCode") == "FR")
    #expect(try await site.api(.get, "/cities/1").json.number("country") == 1)
    _ = try await site.submit("/changesets/1/undo", ["returnTo": "/travelmap/countries"])
    #expect(try await site.count("country") == 0)
    #expect(try await site.count("city") == 0)
  }

  @Test("TM-3 asks before a city is added far outside of its country, and adds it all the same")
  func farAway() async throws {
    let site = try site()
    _ = try await site.submit("/countries/new", ["choice": "PT"])
    let paris: KeyValuePairs = ["choice": "48.8534,2.3488 FR Paris", "country": "1"]
    let question = try await site.submit("/cities/new", paris)
    #expect(question.status == 200)
    #expect(question.text.contains("Add it all the same?"))
    #expect(question.text.firstMatch(of: /Paris is (\d,)?\d+0 km from Portugal\./) != nil)
    #expect(try await site.count("city") == 0)
    let added = try await site.submit(
      "/cities/new", ["choice": "48.8534,2.3488 FR Paris", "country": "1", "_confirmed": "yes"])
    #expect(added.location == "/travelmap/countries/1")
    #expect(try await site.count("city") == 1)
  }

  @Test("TM-3 asks the same of a city that is typed or moved, and nothing of programs")
  func farByHand() async throws {
    let site = try site()
    _ = try await site.submit("/countries/new", ["choice": "PT"])
    let typed = try await site.submit(
      "/cities", ["name": "Nowhere", "country": "1", "position": "0,0", "_on": "map"])
    #expect(typed.status == 200)
    #expect(typed.text.contains("Nowhere is"))
    #expect(typed.text.contains(#"name="position" value="0,0""#))
    #expect(typed.text.contains(#"name="_on" value="map""#))
    #expect(try await site.count("city") == 0)
    try await site.add("/cities", #"{"name": "Far", "country": 1, "position": "0,0"}"#)
    let named = try await site.submit("/cities/1", ["name": "Farther", "country": "1", "position": "0,0"])
    #expect(named.status == 303, "only what was moved is asked about")
    let moved = try await site.submit("/cities/1", ["name": "Farther", "country": "1", "position": "10,10"])
    #expect(moved.text.contains("Farther is"))
    let saved = try await site.submit(
      "/cities/1", ["name": "Farther", "country": "1", "position": "10,10", "_confirmed": "yes"])
    #expect(saved.status == 303)
  }

  @Test("TM-3 asks before a city is placed in another country, and nothing near a border or off a coast")
  func elsewhere() async throws {
    let site = try site()
    _ = try await site.submit("/countries/new", ["choice": "PL"])
    let potsdam = try await site.submit(
      "/cities", ["name": "Somewhere", "country": "1", "position": "52.4,13.06", "_on": "map"])
    #expect(potsdam.status == 200)
    #expect(potsdam.text.firstMatch(of: /Somewhere is \d+ km from Poland\./) != nil)
    #expect(try await site.count("city") == 0)
    for (name, place) in [("Border", "51.15,15.0"), ("Hel", "54.6,18.8"), ("At sea", "55.3,17.5")] {
      let answer = try await site.submit(
        "/cities", ["name": name, "country": "1", "position": place, "_on": "map"])
      #expect(answer.status == 303, "\(name)")
    }
  }

  @Test("TM-3 begins a city that was pressed on the map, or is typed, with what is known of it")
  func byHand() async throws {
    let site = try site()
    _ = try await site.submit("/countries/new", ["choice": "PT"])
    let pressed = try await site.page("/cities/new?country=1&at=38.5,-9&on=map").text
    #expect(pressed.contains(#"value="38.5,-9.0" spellcheck=false"#))
    #expect(pressed.contains(#"href="/travelmap/map/PT" data-part=cancel"#))
    let typed = try await site.page("/cities/new?country=1&by=hand&name=Sintra").text
    #expect(typed.contains(#"value="Sintra" id="n-name""#))
    let saved = try await site.submit(
      "/cities", ["name": "Sintra", "country": "1", "position": "38.8,-9.38", "_on": "map"])
    #expect(saved.location == "/travelmap/map/PT?city=1")
  }

  @Test(
    "TM-3 refuses what is no place", arguments: ["", "Lisbon", "91,0 PT Lisbon", "38,-9 ZZ Lisbon", "38,-9 PT"])
  func refusesPlace(choice: String) async throws {
    let site = try site()
    _ = try await site.submit("/countries/new", ["choice": "PT"])
    let answer = try await site.submit("/cities/new", ["choice": choice, "country": "1"])
    #expect(answer.status == 422)
    #expect(answer.text.contains("This is no place. Choose one of these, or enter it by hand."))
    #expect(try await site.count("city") == 0)
  }

  @Test("TM-3 leaves a script the suggestions alone")
  func part() async throws {
    let page = try await site().page("/countries/new?find=portu&part=found")
    #expect(suggestions(page) == ["PT Portugal"])
    #expect(!page.text.contains("<html"))
    #expect(page.text.contains("1 suggestion</p>"))
  }
}
