import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

private struct Land: Entity {
  let code = Attribute<CountryCode>("Country", .required, .unique, .title)
}

/// A chooser of the countries whose codes begin with a text.
private struct LandChooser: RecordChooser {
  typealias Chosen = Land

  func suggestions(for search: ChoiceSearch) async throws -> Suggestions {
    var found = Suggestions(placeholder: "Country")
    found.suggestions = CountryCode.all.filter { $0.code.hasPrefix(search.text) }
      .map { Suggestion($0.code, title: $0.name(in: search.say.language)) }
    return found
  }

  func record(chosen value: String, in search: ChoiceSearch) async throws -> ChosenRecord {
    guard let code = CountryCode(value) else { return .refused("That is no country.") }
    if let land = try await search.store.fetch(Land.all.where(\.code == code)).first { return .existing(land.any) }
    var land = Record<Land>()
    land.code = code
    return .new(land.any) { try $0.insert($1) }
  }

  func question(about land: Record<Land>, over stored: Record<Land>?, in search: ChoiceSearch) async throws -> Phrase? {
    land.code?.code == "AQ" && stored == nil ? "That is cold." : nil
  }
}

/// An application whose map has another address than usual.
private let atlas = App(
  "atlas", title: "Atlas", symbol: .map, hue: 205, entities: [Land.self], choosers: [LandChooser()]
) {
  Tab("Lands", symbol: .list) { List(Land.self, title: \.code) }
  Tab("World atlas", symbol: .map, path: "world-atlas") { MapScreen(Land.self, region: \.code) }
}

@Suite("Tabs that show records in another way")
struct RecordViewTests {
  private let server: Server

  init() throws {
    server = Server([RunningApp(atlas, on: try Store(inMemory: atlas.description.model))], port: 0, logger: .quiet)
  }

  private func text(_ path: String) async throws -> String {
    try await server.application().test { String(buffer: try await $0.execute(uri: path, method: .get).body) }
  }

  private func add(_ form: String) async throws -> TestResponse {
    try await server.application().test {
      try await $0.execute(
        uri: "/atlas/lands/new", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
        body: ByteBuffer(string: form))
    }
  }

  @Test("A sheet that was opened on a map leads back to the map, whatever the map's address is")
  func back() async throws {
    let map = try await text("/atlas/world-atlas")
    #expect(map.contains(/<input type="?hidden"? name="?on"? value="?world-atlas"?/))
    let sheet = try await text("/atlas/lands/new?on=world-atlas&find=P")
    #expect(sheet.contains(/id="?atlas"?/))
    let added = try await add("choice=PT&on=world-atlas")
    #expect(added.headers[.location] == "/atlas/world-atlas/PT")
  }

  @Test("A chooser's refusal, question and existing record come instead of a second record")
  func chosen() async throws {
    let refused = try await add("choice=ZZ")
    #expect(refused.status == .unprocessableContent)
    #expect(String(buffer: refused.body).contains("That is no country."))
    let asked = try await add("choice=AQ")
    #expect(asked.status == .ok)
    #expect(String(buffer: asked.body).contains("That is cold."))
    #expect(try await add("choice=AQ&_confirmed=yes").headers[.location] == "/atlas/lands?selected=1")
    #expect(try await add("choice=AQ").headers[.location] == "/atlas/lands/1")
  }

  @Test("A record's card leads to the map by the name of its tab")
  func link() async throws {
    _ = try await add("choice=PT")
    let card = try await text("/atlas/lands/1")
    #expect(card.contains(/<a class="btn small" href="\/atlas\/world-atlas\/PT"/))
    #expect(card.matches(of: /World atlas/).count > 1)
  }
}
