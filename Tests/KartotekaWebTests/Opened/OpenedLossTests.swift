import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Logging
import Testing

@testable import KartotekaApplication
@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

/// A file of another program that is removed or replaced while it is open.
@Suite struct OpenedLossTests {
  private static let table = "CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT); CREATE INDEX I ON T (Name);"

  private func shop(_ mode: String, _ more: String = "") throws -> OpenedShop {
    try OpenedShop("PRAGMA journal_mode = \(mode); " + Self.table + more)
  }

  private func path(_ shop: OpenedShop) -> String { shop.url.path(percentEncoded: false) }

  private func add(_ name: String, _ status: Int = 201) -> APICase {
    .send(.post, "/api/shop/T", #"{"Name":"\#(name)"}"#, status)
  }

  @Test("Removed: no change is acknowledged, and /health says why until it is back", arguments: ["delete", "wal"])
  func removed(mode: String) async throws {
    let shop = try shop(mode)
    let app = try shop.open()
    let aside = path(shop) + ".aside"
    try await Server(testing: app).application().test { client in
      try await add("Before").run(client)
      #expect(rename(path(shop), aside) == 0)
      try await add("Lost", 503).run(client)
      let health = try await client.execute(uri: "/health", method: .get)
      #expect(health.status == .serviceUnavailable && String(buffer: health.body).contains("deleted or moved away"))
      #expect(rename(aside, path(shop)) == 0)
      try await add("After").run(client)
      #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
    }
    #expect(try shop.texts("SELECT Name FROM T ORDER BY Id") == ["Before", "After"])
  }

  @Test(
    "A file that is removed in the middle of a transaction keeps it from being committed", arguments: ["delete", "wal"])
  func removedMeanwhile(mode: String) async throws {
    let shop = try shop(mode)
    let app = try shop.open()
    let table = try #require(app.description.model.entity(named: "T"))
    let (path, aside) = (path(shop), path(shop) + ".aside")
    await #expect(throws: StoreError.fileLost(path: path, .removed)) {
      try await app.store.perform(.api) { transaction in
        var record = AnyRecord(table)
        record.values[1] = .text("Lost")
        _ = try transaction.insert(record)
        #expect(rename(path, aside) == 0)
      }
    }
    #expect(rename(aside, path) == 0)
    #expect(try shop.texts("SELECT count(*) FROM T") == ["0"])
  }

  @Test(
    "Replaced: no change is acknowledged before the new file is read, and each file has what was acknowledged for it",
    arguments: ["delete", "wal"], ["delete", "wal"])
  func replaced(mode: String, next: String) async throws {
    let other = try shop(next, "INSERT INTO T (Name) VALUES ('Other')")
    let shop = try shop(mode)
    let kept = path(shop) + ".kept"
    do {
      let site = Site(
        Site.Content(apps: [try shop.open()], unavailable: []), folder: nil, options: StoreOptions(), logger: .quiet)
      func add(_ name: String) async throws {
        let app = try #require(site.app("shop"))
        let table = try #require(app.description.model.entity(named: "T"))
        var record = AnyRecord(table)
        record.values[1] = .text(name)
        _ = try await app.store.perform(.api) { [record] in try $0.insert(record) }
      }
      for number in 1...5 { try await add("Before \(number)") }
      #expect(link(path(shop), kept) == 0 && rename(path(other), path(shop)) == 0)
      await #expect(throws: StoreError.fileLost(path: path(shop), .replaced)) { try await add("Lost") }
      await site.refresh()
      for number in 1...5 { try await add("After \(number)") }
    }
    func names(_ path: String) throws -> [String] {
      #expect(try OpenedShop.texts("PRAGMA integrity_check", at: path) == ["ok"])
      return try OpenedShop.texts("SELECT Name FROM T ORDER BY Id", at: path)
    }
    #expect(try names(path(shop)) == ["Other"] + (1...5).map { "After \($0)" })
    #expect(try names(kept) == (1...5).map { "Before \($0)" })
  }
}
