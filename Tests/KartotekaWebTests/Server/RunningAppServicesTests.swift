import Foundation
import Kartoteka
import KartotekaStore
import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Services of a running application")
struct RunningAppServicesTests {
  private static let key = Secret("picturesKey", "Key for pictures", environment: "PEXELS_API_KEY")

  private struct Page: Entity {
    let name = Attribute<String>("Name", .required, .title)
  }

  private static let plain = App("album", title: "Album", symbol: .book, hue: 120, entities: [Page.self]) {
    Tab("Pages", symbol: .book) { List(Page.self, title: \.name) }
  }

  private static let withKey = App("album", title: "Album", symbol: .book, hue: 120, entities: [Page.self]) {
    Tab("Pages", symbol: .book) { List(Page.self, title: \.name) }
    Tab("Settings", symbol: .gear) { SettingsScreen { SettingsGroup("Pictures") { key } } }
  }

  private func open(
    _ environment: [String: String], declaresKey: Bool = true, _ body: (RunningApp) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var options = StoreOptions()
    options.environment = environment
    let app = declaresKey ? Self.withKey : Self.plain
    let running = try await RunningApp.open([app], in: folder, options: options)
    for app in running { try await body(app) }
  }

  @Test("TM-8 asks a service with the key that is in Settings, from the moment on that it is there")
  func secret() async throws {
    try await open([:]) { app in
      let before = await app.services.pictures.isReady
      try app.store.secrets.set(Self.key, to: "abc")
      let after = await app.services.pictures.isReady
      try app.store.secrets.set(Self.key, to: nil)
      let removed = await app.services.pictures.isReady
      #expect([before, after, removed] == [false, true, false])
    }
  }

  @Test("TM-8 asks a service with the key that is in the environment", arguments: [true, false])
  func environment(declaresKey: Bool) async throws {
    try await open(["PEXELS_API_KEY": "abc"], declaresKey: declaresKey) { app in
      let ready = await app.services.pictures.isReady
      #expect(ready)
    }
    try await open(["GEOAPIFY_API_KEY": "abc"], declaresKey: declaresKey) { app in
      let ready = await app.services.pictures.isReady
      #expect(!ready)
    }
  }

  @Test("TM-8 does not start with a variable that should point to a stand-in and does not")
  func standIn() async throws {
    await #expect(throws: StandInError(variable: "GEOAPIFY_URL")) {
      try await open(["GEOAPIFY_URL": "http://example.org"]) { _ in }
    }
  }

  @Test("TM-8 has the built-in places without a key")
  func places() async throws {
    try await open([:]) { app in
      let found = try await app.services.places.places(
        matching: "Москв", in: nil, limit: 1, language: .russian)
      #expect(found.places.map(\.name) == ["Москва"] && found.credit == .geoNames && found.problem == nil)
      #expect(found.places.first?.id == "geonames:524901" && found.places.first?.country == CountryCode("RU"))
    }
  }
}
