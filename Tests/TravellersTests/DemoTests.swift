import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing
import Travellers

@testable import KartotekaStore

@Suite("Travellers: the beginning")
struct DemoTests {
  @Test("TR-13 a store begins empty; every empty screen offers examples, which then show")
  func screens() async throws {
    let site = try await Site(demo: false)
    for path in ["users", "cities", "travellers"] {
      let page = try await site.page(.get, "/travellers/\(path)")
      #expect(page.text.contains("Fill with examples") && page.text.contains("/travellers/actions/demo"))
    }
    let done = try await site.page(.post, "/travellers/actions/demo?returnTo=/travellers/cities", "")
    #expect(done.status == 303)
    #expect(done.headers[.location] == "/travellers/cities")
    #expect(done.headers[.setCookie]?.hasPrefix("undo-travellers=") == true)
    #expect(try await site.page(.get, "/travellers/users").text.contains("Zofia Łódźka"))
    let cities = try await site.page(.get, "/travellers/cities")
    #expect(cities.text.contains("Йошкар-Ола") && !cities.text.contains("Fill with examples"))
    #expect(try await site.page(.get, "/travellers/travellers").text.contains("Йошкар-Ола"))
  }

  @Test("TR-13 pressed twice, it adds the examples once and says so")
  func twice() async throws {
    let site = try await Site()
    let answer = try await site.page(.post, "/travellers/actions/demo", "")
    #expect(answer.status == 409)
    #expect(answer.text.contains("The examples are there already"))
    let api = try await site.api(.post, "/actions/demo")
    #expect(api.status == 409)
    #expect(try api.json.text("type") == "urn:kartoteka:problem:action-refused")
    #expect(try await site.store.count(User.all) == 12)
    #expect(try await site.store.count(City.all) == 38)
  }

  @Test("TR-13 the examples can be taken back with one press")
  func undo() async throws {
    let site = try await Site(demo: false)
    let answer = try await site.api(.post, "/actions/demo", headers: [.acceptLanguage: "pl"])
    #expect(try answer.json.text("message") == "Dodano przykłady")
    let changeSet = try #require(try answer.json.number("changeset"))
    try await site.store.undo(Int64(changeSet), .screen)
    #expect(try await site.store.count(User.all) == 0)
    #expect(try await site.store.count(City.all) == 0)
    #expect(try await site.store.count(Traveller.all) == 0)
  }
}

@Suite("Travellers: its database file")
struct DatabaseTests {
  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "travellers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private let model = travellers.description.model

  @Test(
    "TR-13 another Travellers database in the file's place shows its data, put there or restored",
    arguments: [true, false])
  func replaced(restores: Bool) async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "travellers.sqlite")
      let other = folder.appending(path: "other.sqlite")
      do {
        let site = try await Site(try Store(model, at: folder.appending(path: "full.sqlite")), demo: true)
        try site.store.backup(to: other)
        _ = try Store(model, at: file)
      }
      if restores {
        try Store.restore(model, at: file, from: other)
      } else {
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: other, to: file)
      }
      let site = try await Site(try Store(model, at: file), demo: false)
      #expect(try await site.api(.get, "/users").json.number("total") == 12)
      #expect(try await site.api(.get, "/travellers").json.number("total") == 38)
      let page = try await site.page(.get, "/travellers/travellers")
      #expect(page.text.contains("Wen Li"))
    }
  }

  @Test("a database of something else is refused with what it lacks, and left as it is", arguments: [true, false])
  func foreign(restores: Bool) async throws {
    try await inFolder { folder in
      let other = folder.appending(path: "other.sqlite")
      do { _ = try Store(ModelDescription([Stranger.self]), at: other) }
      let content = try Data(contentsOf: other)
      do {
        if restores {
          try Store.restore(model, at: folder.appending(path: "travellers.sqlite"), from: other)
        } else {
          _ = try Store(model, at: other)
        }
        Issue.record("It was taken")
      } catch StoreError.unusable(_, .foreign(let missing)) {
        #expect(missing.contains("users") && missing.contains("cities"), "\(missing)")
      }
      #expect(try Data(contentsOf: other) == content)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      #expect(!names.contains("travellers.sqlite"))
    }
  }

  private struct Stranger: Entity {
    static let plural = "strangers"
    let mail = Attribute<String>("Mail", as: .mail, .required)
  }
}
