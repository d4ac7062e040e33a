import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaWeb
@testable import TravelMap

@Suite("Settings of the travel map")
struct SettingsTests {
  private static let word = "open-Sesame-4711"

  private func site(_ environment: [String: String] = [:]) throws -> AppSite {
    var options = StoreOptions()
    options.environment = environment
    return try AppSite(travelMap, on: Store(inMemory: travelMap.description.model, options: options))
  }

  private func add(_ codes: String..., to site: AppSite) async throws {
    for code in codes { try await site.add("/countries", #"{"isoCode": "\#(code)"}"#) }
  }

  /// What a form of the page sends beside what is typed.
  private func hidden(_ name: String, _ page: String) throws -> String {
    let field = try #require(page.firstMatch(of: try Regex("name=\"\(name)\" value=\"([^\"]*)\"")))
    return String(field[1].substring ?? "").replacing("&quot;", with: "\"").replacing("&#34;", with: "\"")
  }

  // MARK: What can be set

  @Test("TM-9 a number of pictures is saved, kept and can be undone")
  func number() async throws {
    let site = try site()
    #expect(try await site.page("/settings").text.contains("value=\"10\""))
    let saved = try await site.submit(
      "/settings", ["_group": "0", "picturesPerCountry": "12", "loadsPictures": "true"])
    #expect(saved.status == 303)
    #expect(saved.location == "/travelmap/settings#set-0")
    #expect(saved.cookie?.hasPrefix("undo-travelmap=") == true)
    #expect(try await site.store.value(of: picturesPerCountry) == 12)
    let changeSet = try #require(try await site.store.lastChangeSet())
    _ = try await site.submit("/changesets/\(changeSet.id)/undo", ["returnTo": "/travelmap/settings"])
    #expect(try await site.store.value(of: picturesPerCountry) == 10)
  }

  @Test("TM-9 the stepper works without scripts and stays in its range")
  func stepper() async throws {
    let site = try site()
    for (name, text, number) in [
      ("_more", "10", 11), ("_less", "11", 10), ("_more", "80", 80), ("_less", "1", 1), ("_more", " 20 ", 21),
    ] {
      let answer = try await site.submit(
        "/settings",
        ["_group": "0", "picturesPerCountry": text, "loadsPictures": "true", name: "picturesPerCountry"])
      #expect(answer.status == 303)
      #expect(try await site.store.value(of: picturesPerCountry) == number, "\(name) \(text)")
    }
  }

  @Test(
    "TM-9 a bad number is refused at its field and stays there to be mended",
    arguments: ["0", "81", "many", "2.5", "99999999999999999999", ""])
  func badNumber(text: String) async throws {
    let site = try site()
    let answer = try await site.submit(
      "/settings", ["_group": "0", "picturesPerCountry": text, "loadsPictures": "false"])
    #expect(answer.status == 422)
    #expect(answer.text.contains("value=\"\(text)\""))
    #expect(answer.text.contains("aria-describedby=\"s-picturesPerCountry-e\""))
    #expect(answer.text.contains("id=\"s-picturesPerCountry-e\""))
    #expect(try await site.store.value(of: picturesPerCountry) == 10)
    #expect(try await site.store.value(of: loadsPictures))
  }

  @Test("TM-9 what somebody else has set meanwhile stays")
  func meanwhile() async throws {
    let site = try site()
    let page = try await site.page("/settings").text
    try await site.store.set(picturesPerCountry, to: 33, .api)
    _ = try await site.submit(
      "/settings",
      [
        "_group": "0", "_etag": try hidden("_etag", page), "_base": try hidden("_base", page),
        "picturesPerCountry": "10", "loadsPictures": "false",
      ])
    #expect(try await site.store.value(of: picturesPerCountry) == 33)
    #expect(try await site.store.value(of: loadsPictures) == false)
  }

  @Test("TM-9 the API reads and changes settings, and knows nothing of secrets")
  func api() async throws {
    let site = try site(["GEOAPIFY_API_KEY": Self.word])
    try site.store.secrets.set(pexelsKey, to: Self.word)
    let settings = try await site.api(.get, "/settings")
    #expect(settings.text == #"{"picturesPerCountry":10,"loadsPictures":true,"countsDisputed":true}"#)
    let changed = try await site.api(.patch, "/settings", #"{"picturesPerCountry": 5}"#)
    #expect(changed.status == 200)
    #expect(changed.text == #"{"picturesPerCountry":5,"loadsPictures":true,"countsDisputed":true}"#)
    #expect(try await site.store.value(of: picturesPerCountry) == 5)
    let reset = try await site.api(.patch, "/settings", #"{"picturesPerCountry": null}"#)
    #expect(try reset.json.number("picturesPerCountry") == 10)
    for (body, wrong) in [
      (#"{"picturesPerCountry": 0}"#, "picturesPerCountry"), (#"{"picturesPerCountry": "x"}"#, "picturesPerCountry"),
      (#"{"loadsPictures": 1}"#, "loadsPictures"), (#"{"pexelsKey": "abc"}"#, "pexelsKey"),
    ] {
      let answer = try await site.api(.patch, "/settings", body)
      #expect(answer.status == 422, "\(body)")
      #expect(try answer.wrong == [wrong], "\(body)")
    }
    let tag = try await site.api(.get, "/settings").headers[.eTag] ?? ""
    #expect(try await site.api(.get, "/settings", headers: [.ifNoneMatch: tag]).status == 304)
    for (given, status) in [("nonsense", 412), (tag, 200), (tag, 412)] {
      let answer = try await site.api(.patch, "/settings", #"{"picturesPerCountry": 7}"#, headers: [.ifMatch: given])
      #expect(answer.status == status, "\(given): \(answer.text)")
    }
    let document = try await site.api(.get, "/openapi.json").text
    #expect(document.contains(#""/api/travelmap/settings""#))
    #expect(!document.contains("pexelsKey") && !document.contains(Self.word))
  }

  // MARK: Secrets

  @Test("TM-9 a secret is set, replaced and removed, and never shown")
  func secret() async throws {
    let site = try site()
    #expect(try await site.page("/settings").text.contains("Not set"))
    #expect(try await site.submit("/settings/secrets/pexelsKey", ["secret": Self.word]).status == 303)
    #expect(try site.store.secrets.value(of: pexelsKey) == Self.word)
    for path in ["/settings", "/settings/secrets/pexelsKey", "/about", "/developer", "/countries", "/map"] {
      #expect(try await !site.page(path).text.contains(Self.word), "\(path)")
    }
    #expect(try await !site.page("/settings").text.contains(">Set by"))
    let refused = try await site.submit("/settings/secrets/pexelsKey", ["secret": "two words"])
    #expect(refused.status == 422)
    #expect(refused.text.contains("aria-describedby=\"secret-e\"") && !refused.text.contains("two words"))
    #expect(try site.store.secrets.value(of: pexelsKey) == Self.word)
    _ = try await site.submit("/settings/secrets/pexelsKey", ["secret": "another"])
    #expect(try site.store.secrets.value(of: pexelsKey) == "another")
    #expect(try await site.submit("/settings/secrets/pexelsKey/remove").status == 303)
    #expect(try site.store.secrets.value(of: pexelsKey) == nil)
    #expect(try await site.page("/settings/secrets/otherKey").status == 404)
  }

  @Test("TM-9 a secret of the environment is said to be so, and can't be changed here")
  func environment() async throws {
    let site = try site(["PEXELS_API_KEY": Self.word])
    let page = try await site.page("/settings").text
    #expect(page.contains("Set by the environment") && !page.contains(Self.word))
    #expect(!page.contains("settings/secrets/pexelsKey") && page.contains("settings/secrets/geoapifyKey"))
    #expect(try await site.page("/settings/secrets/pexelsKey").status == 404)
    #expect(try await site.submit("/settings/secrets/pexelsKey", ["secret": "another"]).status == 404)
    #expect(try site.store.secrets.value(of: pexelsKey) == Self.word)
  }

  // MARK: Everything else

  @Test("TM-9 has what other applications have under More, and no More beside it", arguments: ["en", "pl", "ru"])
  func noMore(language: String) async throws {
    let site = try site()
    let page = try await site.page("/settings", language: language).text
    for path in ["import", "export/countries.csv", "export/cities.json", "developer", "about", "settings/delete"] {
      #expect(page.contains("href=\"/travelmap/\(path)\""), "\(path)")
    }
    #expect(page.contains("name=\"language\" value=\"ru\"") && page.contains("/api/travelmap/openapi.json"))
    for path in ["/settings", "/countries", "/import", "/developer", "/about"] {
      let text = try await site.page(path, language: language).text
      #expect(!text.contains("href=\"/travelmap/more\""), "\(path)")
      #expect(text.contains("aria-current=page") == true)
    }
    let more = try await site.page("/more")
    #expect(more.status == 303 && more.location == "/travelmap/settings")
  }

  @Test("TM-10 about says what the application does and whose data it uses, and names services once they are used")
  func about() async throws {
    let site = try site()
    let page = try await site.page("/about").text
    #expect(page.contains("Natural Earth") && page.contains("GeoNames, https://www.geonames.org, CC BY 4.0"))
    #expect(page.contains("href=\"https://www.geonames.org\"") && page.contains("creativecommons.org/licenses/by/4.0"))
    #expect(page.contains(KartotekaVersion.current))
    #expect(!page.contains("Photos provided by Pexels") && !page.contains("OpenStreetMap"))
    try site.store.secrets.set(pexelsKey, to: Self.word)
    try site.store.secrets.set(geoapifyKey, to: Self.word)
    let all = try await site.page("/about").text
    for text in ["Photos provided by Pexels", "Powered by Geoapify", "© OpenStreetMap contributors"] {
      #expect(all.contains(text), "\(text)")
    }
    #expect(try await site.page("/about", language: "ru").text.contains("Хранит страны и города"))
    #expect(try await site.page("/about", language: "pl").text.contains("Przechowuje kraje i miasta"))
  }

  @Test("TM-9 deletes everything once the application's name was typed, and keeps what was typed instead")
  func deletion() async throws {
    let site = try site()
    try await add("PT", "FR", to: site)
    try await site.add("/cities", #"{"name": "Lisbon", "country": 1}"#)
    let question = try await site.page("/settings/delete").text
    #expect(question.contains("2 countries") && question.contains("1 city"))
    let refused = try await site.submit("/settings/delete", ["word": "Travelmap!"])
    #expect(refused.status == 422)
    #expect(refused.text.contains("value=\"Travelmap!\"") && refused.text.contains("Nothing was deleted"))
    #expect(try await site.submit("/settings/delete").status == 422)
    #expect(try await site.count("country") == 2)
    let deleted = try await site.submit("/settings/delete", ["word": " travel MAP "])
    #expect(deleted.status == 303 && deleted.location == "/travelmap/settings")
    #expect(try await site.count("country") == 0)
    #expect(try await site.count("city") == 0)
    let changeSet = try #require(try await site.store.lastChangeSet())
    _ = try await site.submit("/changesets/\(changeSet.id)/undo", ["returnTo": "/travelmap/settings"])
    #expect(try await site.count("country") == 2)
    #expect(try await site.count("city") == 1)
  }

  @Test(
    "TM-9 the name is asked for as the person's language has it",
    arguments: [("pl", "Mapa podróży"), ("ru", "КАРТА ПУТЕШЕСТВИЙ")])
  func deletionWord(language: String, word: String) async throws {
    let site = try site()
    try await add("PT", to: site)
    #expect(try await site.submit("/settings/delete", ["word": "Travel map"], language: language).status == 422)
    #expect(try await site.submit("/settings/delete", ["word": word], language: language).status == 303)
    #expect(try await site.count("country") == 0)
    // There is nothing more to delete.
    #expect(try await site.page("/settings/delete").status == 409)
  }

  @Test("TM-9 by the API an administrator alone deletes everything")
  func deletionByAPI() async throws {
    let site = try site()
    try await add("PT", to: site)
    #expect(try await site.api(.post, "/actions/delete-all").status == 401)
    #expect(try await site.count("country") == 1)
    let done = try await site.api(
      .post, "/actions/delete-all", headers: [.authorization: "Bearer \(AppSite.token)"])
    #expect(done.status == 200)
    #expect(try await site.count("country") == 0)
    try await site.store.undo(try #require(try done.json.number("changeset")), .code)
    #expect(try await site.count("country") == 1)
  }

  // MARK: The share of the world

  @Test("TM-12 disputed countries count as territories once the setting says so, and the page says what counts")
  func disputed() async throws {
    let site = try site()
    try await add("PT", "XK", "TW", to: site)
    let page = try await site.page("/settings").text
    #expect(page.contains("3 of 198 countries, 0 cities") && page.contains("The 193 members of the United Nations"))
    #expect(try await site.api(.patch, "/settings", #"{"countsDisputed": false}"#).status == 200)
    #expect(try await site.page("/settings").text.contains("1 of 194 countries and 2 territories, 0 cities"))
  }

  @Test("TM-12 says what share of the countries was visited, and counts territories beside them")
  func share() async throws {
    let site = try site()
    let empty = try await site.page("/settings").text
    #expect(empty.contains("0 of 198 countries, 0 cities") && empty.contains("href=\"/travelmap/countries/new\""))
    #expect(!empty.contains("class=hbar"))
    try await add("PT", "FR", "MA", "GL", "HK", to: site)
    try await site.add("/cities", #"{"name": "Lisbon", "country": 1}"#)
    let page = try await site.page("/settings").text
    #expect(page.contains("3 of 198 countries and 2 territories, 1 city"))
    #expect(page.contains(">2 %<"))
    let bars = page.matches(of: /class="?hbar"?[^>]*><span>([^<]+)<.*?class="num end">([^<]+)</).map {
      "\($0.1) \($0.2)"
    }
    let all = Dictionary(grouping: CountryCode.sovereign, by: \.continent).mapValues(\.count)
    #expect(
      bars == [
        "Europe 2 of \(all[.europe] ?? 0)", "Africa 1 of \(all[.africa] ?? 0)", "Americas 0 of \(all[.americas] ?? 0)",
        "Asia 0 of \(all[.asia] ?? 0)", "Oceania 0 of \(all[.oceania] ?? 0)",
      ])
    #expect(all.values.reduce(0, +) == 198)
    #expect(try await site.page("/settings", language: "ru").text.contains("3 из 198 стран и 2 территории"))
    #expect(try await site.page("/settings", language: "pl").text.contains("3 z 198 państw i 2 terytoria"))
  }

  @Test("TM-12 each continent leads to its countries")
  func continent() async throws {
    let site = try site()
    try await add("PT", "FR", "MA", to: site)
    let page = try await site.page("/settings").text
    let link = try #require(page.firstMatch(of: /href="\/travelmap(\/countries\?only=[^"]*europe)"/))
    let list = try await site.page(String(link.1).replacing("&amp;", with: "&")).text
    #expect(list.contains("Portugal") && list.contains("France") && !list.contains("Morocco"))
    #expect(list.contains("Europe"))
  }

  @Test("TM-9 TM-10 all that is said there is there in Polish and in Russian", arguments: [Language.polish, .russian])
  func words(language: Language) throws {
    let app = travelMap.description
    let settings = try #require(app.settingsScreen)
    var keys = [app.settingsTab?.title].compactMap(\.self) + settings.groups.flatMap { [$0.title, $0.note ?? ""] }
    keys += app.settings.attributes.map(\.label) + app.secrets.flatMap { [$0.label, $0.hint] }
    let about = try #require(settings.about)
    keys += [about.text] + about.functions + about.credits.map(\.text)
    #expect(keys.count > 20)
    #expect(keys.filter { travelMap.catalogue.entry($0, in: language) == nil } == [])
    #expect(settings.panels.allSatisfy { Catalogue.platform.entry($0.title, in: language) != nil })
  }
}
