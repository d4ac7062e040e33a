import Kartoteka
import KartotekaTestSupport
import Testing
import TravelMap

@Suite("Countries as data")
struct CountryDataTests {
  @Test(
    "TM-2 a country is added by its code or its name in English, Russian or Polish, and all else follows",
    arguments: [
      #"{"isoCode": "PT"}"#, #"{"isoCode": "portugal"}"#, #"{"isoCode": "Португалия"}"#, #"{"name": "Portugal"}"#,
      #"{"name": "Portugal", "isoCode": null, "note": "with Ewa"}"#,
    ])
  func added(body: String) async throws {
    let site = try AppSite(travelMap)
    let country = try await site.add("/countries", body).json
    #expect(country.text("isoCode") == "PT")
    #expect(country.text("name") == "Portugal")
    guard case .object(let position)? = country["position"] else {
      Issue.record("no position")
      return
    }
    #expect(position.text("latitude")?.hasPrefix("38.7") == true)
    #expect(position.text("longitude")?.hasPrefix("-9.1") == true)
  }

  @Test("TM-5 name and position are what one says they are, and stay so")
  func given() async throws {
    let site = try AppSite(travelMap)
    try await site.add("/countries", #"{"isoCode": "PT", "name": "Home", "position": "40,-8"}"#)
    let renamed = try await site.api(.patch, "/countries/1", #"{"name": "Poland"}"#)
    #expect(try renamed.json.text("isoCode") == "PT")
    #expect(try renamed.json.text("name") == "Poland")
    let moved = try await site.api(.patch, "/countries/1", #"{"isoCode": "ES"}"#)
    #expect(try moved.json.text("isoCode") == "ES")
    #expect(try moved.json.text("name") == "Poland")
    // Where nobody wrote anything of their own, it follows.
    try await site.add("/countries", #"{"isoCode": "DE"}"#)
    let other = try await site.api(.patch, "/countries/2", #"{"isoCode": "HU"}"#)
    #expect(try other.json.text("name") == "Hungary")
    guard case .object(let position)? = try other.json["position"] else {
      Issue.record("no position")
      return
    }
    #expect(position.text("latitude")?.hasPrefix("47.") == true)
  }

  @Test(
    "TM-2 refuses what is no country, at the field that says so, with the one that may be meant",
    arguments: [
      (#"{"isoCode": "Portugla"}"#, "isoCode", "No country is called “Portugla”. Did you mean Portugal?"),
      (#"{"isoCode": "XX"}"#, "isoCode", "No country is called “XX”"),
      (#"{"name": "Portugla"}"#, "name", "No country is called “Portugla”. Did you mean Portugal?"),
      (#"{"name": "Atlantis"}"#, "name", "No country is called “Atlantis”"),
      (#"{"note": "somewhere"}"#, "isoCode", "This can't be empty"), (#"{"isoCode": 42}"#, "isoCode", "text"),
    ])
  func refused(body: String, field: String, reason: String) async throws {
    let site = try AppSite(travelMap)
    let answer = try await site.api(.post, "/countries", body)
    #expect(answer.status == 422)
    #expect(try answer.wrong == [field])
    #expect(answer.text.contains(reason), "\(answer.text)")
    #expect(try await site.count("country") == 0)
  }

  @Test("TM-2 says so in the person's language", arguments: [("ru", "Португалия"), ("pl", "Portugalia")])
  func refusedInWords(language: String, name: String) async throws {
    let site = try AppSite(travelMap)
    let answer = try await site.api(.post, "/countries", #"{"isoCode": "Portugla"}"#, language: language)
    #expect(answer.text.contains(name), "\(answer.text)")
    #expect(!answer.text.contains("No country"))
  }

  @Test("TM-5 twice the same country is a conflict")
  func twice() async throws {
    let site = try AppSite(travelMap)
    try await site.add("/countries", #"{"isoCode": "PT"}"#)
    for body in [#"{"isoCode": "pt"}"#, #"{"name": "Португалия"}"#] {
      let answer = try await site.api(.post, "/countries", body)
      #expect(answer.status == 409)
      #expect(try answer.wrong == ["isoCode"])
      #expect(try answer.json.text("existing") == "/api/travelmap/countries/1")
      #expect(answer.text.contains("Portugal is there already"), "\(answer.text)")
    }
    try await site.add("/countries", #"{"isoCode": "ES"}"#)
    let changed = try await site.api(.patch, "/countries/2", #"{"isoCode": "PT"}"#, language: "ru")
    #expect(changed.status == 409)
    #expect(changed.text.contains("Португалия уже есть"))
    #expect(try changed.json.text("existing") == "/api/travelmap/countries/1")
    #expect(try await site.count("country") == 2)
  }

  @Test(
    "TM-5 a form with a country that is there already names it and leads to it",
    arguments: [
      ("en", "Portugal is there already", "Open Portugal"), ("ru", "Португалия уже есть", "Открыть: Португалия"),
      ("pl", "Portugalia – to już tu jest", "Otwórz: Portugalia"),
    ])
  func twiceInForm(language: String, refusal: String, link: String) async throws {
    let site = try AppSite(travelMap)
    try await site.add("/countries", #"{"isoCode": "ES"}"#)
    try await site.add("/countries", #"{"isoCode": "PT"}"#)
    let answer = try await site.submit("/countries", ["isoCode": "Португалия", "note": ""], language: language)
    #expect(answer.status == 409)
    #expect(answer.text.contains(refusal), "\(answer.text)")
    #expect(answer.text.contains(">\(link)</a>"))
    #expect(answer.text.contains(#"<a href="/travelmap/countries/2""#))
    #expect(try await site.count("country") == 2)
  }

  @Test(
    "TM-5 lists are in the order of the person's language, and have its names",
    arguments: [
      ("en", ["Germany", "Hungary", "Lithuania", "Poland"]), ("pl", ["Litwa", "Niemcy", "Polska", "Węgry"]),
      ("ru", ["Венгрия", "Германия", "Литва", "Польша"]),
    ])
  func order(language: String, names: [String]) async throws {
    let site = try AppSite(travelMap)
    for code in ["PL", "HU", "DE", "LT"] { try await site.add("/countries", #"{"isoCode": "\#(code)"}"#) }
    let page = try await site.page("/countries", language: language).text
    let places = names.map { page.range(of: ">\($0)<")?.lowerBound }
    #expect(!places.contains(nil), "\(page)")
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    let sorted = try await site.api(.get, "/countries?sort=isoCode", language: language).items
    #expect(
      sorted.compactMap { $0.text("isoCode").flatMap { CountryCode($0)?.name(in: self.language(language)) } } == names)
  }

  private func language(_ code: String) -> Language { Language.named(code) ?? .english }

  @Test("TM-5 a list is searched by any of a country's names, whatever language one reads")
  func search() async throws {
    let site = try AppSite(travelMap)
    for code in ["PL", "HU", "DE"] { try await site.add("/countries", #"{"isoCode": "\#(code)"}"#) }
    for text in ["Poland", "Polska", "%D0%BF%D0%BE%D0%BB%D1%8C%D1%88%D0%B0", "pl"] {
      for language in ["en", "pl", "ru"] {
        let items = try await site.api(.get, "/countries?search=\(text)", language: language).items
        #expect(items.compactMap { $0.text("isoCode") } == ["PL"], "\(text) \(language)")
      }
    }
  }

  @Test("TM-5 what was deleted is called what the person's language calls it")
  func deleted() async throws {
    let site = try AppSite(travelMap)
    try await site.add("/countries", #"{"isoCode": "PL"}"#)
    let answer = try await site.submit("/countries/1/delete", ["_confirmed": "1"], language: "ru")
    let cookie = try #require(answer.cookie?.split(separator: ";").first.map(String.init))
    for (language, name) in [("ru", "Польша"), ("pl", "Polska"), ("en", "Poland")] {
      let page = try await site.page("/countries", language: language, headers: [.cookie: cookie]).text
      #expect(page.contains(name), "\(language)")
    }
  }
}
