import Kartoteka
import KartotekaModel
import KartotekaTestSupport
import Testing
import TravelMap

@Suite("The map")
struct MapTests {
  /// Portugal with Lisbon and Porto, and Kenya.
  private func visited() async throws -> AppSite {
    let site = try AppSite(travelMap)
    try await site.add("/countries", #"{"isoCode": "PT"}"#)
    try await site.add("/countries", #"{"isoCode": "KE"}"#)
    try await site.add(
      "/cities", #"{"name": "Lisbon", "country": 1, "position": "38.7167,-9.1333", "dateOfVisit": "2024-05-03"}"#)
    try await site.add("/cities", #"{"name": "Porto", "country": 1, "position": "41.1496,-8.611"}"#)
    return site
  }

  @Test("TM-1 is what the application opens with")
  func first() async throws {
    let answer = try await AppSite(travelMap).page("")
    #expect(answer.status == 303)
    #expect(answer.location == "/travelmap/map")
  }

  @Test(
    "TM-1 names visited countries with the number of their cities, in the person's language",
    arguments: [
      ("en", "Portugal, 2 cities", "World map, 2 countries"), ("ru", "Португалия, 2 города", "Карта мира, 2 страны"),
      ("pl", "Portugalia, 2 miasta", "Mapa świata, 2 kraje"),
    ])
  func names(language: String, portugal: String, world: String) async throws {
    let page = try await visited().page("/map", language: language).text
    #expect(page.contains("href=\"/travelmap/map/PT\" aria-label=\"\(portugal)\""))
    #expect(page.contains("aria-label=\"\(world)\""))
  }

  @Test("TM-4 a country's view has its places on both sides of 180°")
  func fiji() async throws {
    let site = try AppSite(travelMap)
    try await site.add("/countries", #"{"isoCode": "FJ"}"#)
    try await site.add("/cities", #"{"name": "Suva", "country": 1, "position": "-18.1416,178.4415"}"#)
    try await site.add("/cities", #"{"name": "Lakeba", "country": 1, "position": "-18.2167,-178.8"}"#)
    let page = try await site.page("/map/FJ").text
    for title in ["Suva", "Lakeba"] { #expect(page.contains("aria-label=\"\(title)\""), "\(title)") }
    let box = try #require(page.firstMatch(of: /viewBox="([0-9.]+) ([0-9.]+) ([0-9.]+)/))
    #expect((Double(box.3) ?? 0) < 700)
  }

  @Test("TM-1 refers to one drawing of the world, which browsers cache without limit")
  func geometry() async throws {
    let site = try await visited()
    let page = try await site.page("/map").text
    let path = try #require(page.firstMatch(of: /"(\/assets\/world\.[a-z0-9]+\.svg)#PT"/)).1
    #expect(page.contains("\(path)#world"))
    let drawing = try await site.send(.get, String(path), nil, [:])
    #expect(drawing.status == 200)
    #expect(drawing.headers[.contentType] == "image/svg+xml")
    #expect(drawing.headers[.cacheControl] == "public, max-age=31536000, immutable")
    for country in CountryCode.all { #expect(drawing.text.contains("id=\"\(country)\""), "\(country)") }
    #expect(drawing.bytes.count < 150_000)
  }

  @Test("TM-1 names the finer outlines that a part of the map shows, and none from farther away")
  func outlines() async throws {
    let site = try await visited()
    let whole = try await site.page("/map").text
    #expect(!whole.contains("data-fine"))
    let country = try await site.page("/map/PT").text
    let fine = try #require(country.firstMatch(of: /data-fine="([A-Z ]+)"/)).1.split(separator: " ")
    #expect(fine.contains("PT") && fine.contains("ES") && fine.count < 20)
    let folder = try #require(country.firstMatch(of: /data-outlines="(\/assets\/outlines\.[a-z0-9]+)"/)).1
    let drawing = try await site.send(.get, folder + "/PT.svg", nil, [:])
    #expect(drawing.status == 200)
    #expect(drawing.headers[.contentType] == "image/svg+xml")
    #expect(drawing.headers[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(drawing.text.contains(#"<path id="PT" d="M"#))
    for name in ["pt.svg", "ZZ.svg", "PT", "TV.svg", "..%2Fworld.svg"] {
      #expect(try await site.send(.get, folder + "/" + name, nil, [:]).status == 404, "\(name)")
    }
  }

  @Test("TM-4 says of a country what there is of it, and leads to its page")
  func card() async throws {
    let page = try await visited().page("/map/PT").text
    #expect(page.contains("<h2 id=\"pt\">Portugal</h2>"))
    #expect(page.contains("2 cities · last in May 2024"))
    #expect(page.contains("href=\"/travelmap/countries/1?via=map\""))
    #expect(page.contains("href=\"/travelmap/cities/new?country=1&amp;on=map&amp;via=countries%2F1\""))
    #expect(page.contains("aria-current=true"))
  }

  @Test("TM-4 offers to add a country that isn't visited, which is one step and can be undone")
  func adding() async throws {
    let site = try await visited()
    let before = try await site.page("/map/JP").text
    #expect(before.contains("<h2 id=\"pt\">Japan</h2>") && before.contains("Not visited"))
    #expect(before.contains("formaction=\"/travelmap/map/JP\""))
    let answer = try await site.submit("/map/JP")
    #expect(answer.location == "/travelmap/map/JP")
    let cookie = try #require(answer.cookie?.split(separator: ";").first)
    let after = try await site.page("/map/JP", headers: [.cookie: String(cookie)]).text
    #expect(after.contains("Visited") && after.contains("/undo\""))
    // Once more adds nothing.
    #expect(try await site.submit("/map/JP").location == "/travelmap/map/JP")
    #expect(try await site.count("country") == 3)
    let changeSet = try #require(after.firstMatch(of: /action="\/travelmap(\/changesets\/[0-9]+\/undo)"/)).1
    #expect(try await site.submit(String(changeSet), ["returnTo": "/travelmap/map/JP"]).location == "/travelmap/map/JP")
    #expect(try await site.count("country") == 2)
  }

  @Test("TM-4 shows a chosen city with its date, and deletes it")
  func city() async throws {
    let site = try await visited()
    let page = try await site.page("/map/PT?city=1").text
    #expect(page.contains("<h2 id=\"pt\">Lisbon</h2>") && page.contains("3 May 2024"))
    #expect(page.contains("formaction=\"/travelmap/map/PT/delete\""))
    let answer = try await site.submit("/map/PT/delete", ["city": "1"])
    #expect(answer.location == "/travelmap/map/PT" && answer.cookie != nil)
    #expect(try await site.count("city") == 1)
  }

  @Test("a city that isn't there, or is elsewhere, shows the country")
  func noCity() async throws {
    let site = try await visited()
    for path in ["/map/PT?city=99", "/map/PT?city=x", "/map/KE?city=1", "/map/PT?city=-1", "/map/JP?city=1"] {
      let answer = try await site.page(path)
      #expect(answer.status == 303, "\(path)")
      #expect(answer.location == "/travelmap" + path.prefix { $0 != "?" }, "\(path)")
    }
  }

  @Test("an address in small letters leads to the country's own")
  func smallLetters() async throws {
    let site = try await visited()
    for path in ["/map/pt", "/map/Pt"] {
      #expect(try await site.page(path).location == "/travelmap/map/PT", "\(path)")
    }
  }

  @Test("a country that isn't one has no page")
  func unknown() async throws {
    let site = try await visited()
    for path in ["/map/QQ", "/map/P", "/map/PRT", "/map/%20"] {
      #expect(try await site.page(path).status == 404, "\(path)")
      #expect(try await site.submit(path).status == 404, "\(path)")
      #expect(try await site.submit(path + "/delete", ["city": "1"]).status == 404, "\(path)")
      #expect(try await site.count("city") == 2, "\(path)")
    }
  }

  @Test(
    "TM-1 finds the country that is pressed, a dot within reach of a finger, and nothing on the high seas",
    arguments: [
      (38.7, -8.5, 1, "/travelmap/map/PT"), (55.7, 37.6, 1, "/travelmap/map/RU"), (35.9, 14.6, 30, "/travelmap/map/MT"),
      (30.0, -40.0, 10, nil), (43.0, -9.6, 40, "/travelmap/map/ES"),
    ] as [(Double, Double, Int, String?)])
  func pressed(latitude: Double, longitude: Double, reach: Int, country: String?) async throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let point = WorldMap.point(of: place)
    let answer = try await visited().page(
      "/map?press=\(Int(clampingFloor: point.x)),\(Int(clampingFloor: point.y)),\(reach)")
    #expect(answer.location == country)
    #expect(answer.status == (country == nil ? 204 : 303))
  }

  @Test("TM-3 a press where a city is to be leads to its form with the place filled in")
  func placing() async throws {
    let site = try await visited()
    let page = try await site.page("/map/PT?place=1").text
    #expect(page.contains("Press on the map where it is.") && page.contains("Type where it is"))
    let place = try #require(Coordinate(latitude: 39.5, longitude: -8))
    let point = WorldMap.point(of: place)
    let answer = try await site.page("/map/PT?place=1&press=\(point.x),\(point.y),1")
    let location = try #require(answer.location)
    let at = try #require(
      location.firstMatch(of: /\/travelmap\/cities\/new\?country=1&on=map&via=countries%2F1&at=([0-9.]+)%2C(-[0-9.]+)/))
    #expect(abs((Double(at.1) ?? 0) - 39.5) < 0.01 && abs((Double(at.2) ?? 0) + 8) < 0.01)
    // Beyond the edge of the world.
    #expect(try await site.page("/map/PT?place=1&press=10,10,1").status == 204)
  }

  @Test("what an address says about the map and makes no sense is not taken for anything")
  func nonsense() async throws {
    let site = try await visited()
    for query in [
      "view=1,2", "view=a,b,c", "view=1e9,0,5", "view=9000,3000,-5", "press=1,2", "press=nan,1,1", "press=x",
    ] {
      let answer = try await site.page("/map?\(query)")
      #expect(answer.status == 200, "\(query)")
      #expect(answer.text.contains("viewBox=\"0 0 20000 "), "\(query)")
    }
  }

  @Test("TM-1 a view that an address asks for is shown, and links lead on from it")
  func view() async throws {
    let page = try await visited().page("/map?view=9600,2900,400").text
    #expect(page.contains("viewBox=\"9400 2700 400 400\""))
    #expect(page.contains("href=\"/travelmap/map?view=9600%2C2900%2C200\""))
    #expect(page.contains("href=\"/travelmap/map?view=9600%2C2900%2C800\""))
    #expect(page.contains("href=\"/travelmap/map?view=9800%2C2900%2C400\""))
  }

  @Test("TM-1 thousands of cities are a few pins that say how many, and a page of few bytes")
  func many() async throws {
    let site = try await visited()
    let city = try site.entity("city")
    _ = try await site.store.perform(.code) { transaction in
      for number in 0..<3_000 {
        var record = AnyRecord(city)
        record["name"] = .text("City \(number)")
        record["country"] = .integer(Int64(number % 2 + 1))
        record["position"] = .text("\(Double(number % 120) - 50),\(Double(number / 20) * 2 - 150)")
        try transaction.insert(record)
      }
    }
    let page = try await site.page("/map").text
    let pins = page.matches(of: /<svg x="/).count
    #expect((10...60).contains(pins))
    let counts = page.matches(of: /class=count[^>]*>([0-9,]+)</).compactMap { Int($0.1.replacing(",", with: "")) }
    #expect(counts.reduce(0, +) + page.matches(of: /class=pin\ /).count == 3_002)
    #expect(page.utf8.count < 25_000)
  }

  @Test("TM-1 of many countries the drawing shows what is less, and their names are a list")
  func everywhere() async throws {
    let site = try AppSite(travelMap)
    let country = try site.entity("country")
    _ = try await site.store.perform(.code) { transaction in
      for code in CountryCode.sovereign {
        var record = AnyRecord(country)
        record["isoCode"] = .text(code.code)
        try transaction.insert(record)
      }
    }
    let page = try await site.page("/map").text
    #expect(page.contains("<a href=\"/travelmap/map/PT\">Portugal</a>"))
    #expect(page.contains("svg#GL\"") && !page.contains("svg#PT\""))
    #expect(page.utf8.count < 22_000)
    // A country's view leads back to them.
    let view = try await site.page("/map/PT").text
    #expect(page.contains("id=\"names\"") && !view.contains("id=\"names\""))
    let few = try await visited().page("/map").text
    #expect(few.contains("svg#PT\"") && !few.contains("svg#GL\"") && !few.contains("id=\"names\""))
  }

  @Test("TM-11 a record that was opened from the map leads back to its place there")
  func back() async throws {
    let site = try await visited()
    let page = try await site.page("/countries/1?via=map").text
    #expect(page.contains("href=\"/travelmap/map/PT\""))
  }
}
