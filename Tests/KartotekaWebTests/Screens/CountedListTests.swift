import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import Logging
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Cached lists while records come and go")
struct CountedListTests {
  private static let paths = [
    "/userscrud/users", "/userscrud/users?part=list", "/userscrud/users?part=rows", "/userscrud/users?from=N",
    "/userscrud/users?search=nowak", "/userscrud/users?selected=2", "/api/userscrud/users",
    "/api/userscrud/users?search=nowak", "/api/userscrud/users?lastName=Zyska", "/userscrud/users/2",
  ]

  private let store: Store
  private let server: Server
  private let entity: EntityDescription

  init() throws {
    store = try Store(inMemory: usersCRUD.description.model)
    server = Server([RunningApp(usersCRUD, on: store)], logger: Logger(label: "test"))
    entity = try #require(store.model.entities.first)
  }

  private func add(_ names: [String]) async throws {
    _ = try await store.perform(.code) { [entity] transaction in
      for (number, name) in names.enumerated() {
        var user = AnyRecord(entity)
        user["firstName"] = .text("Anna")
        user["lastName"] = .text(name)
        user["phone"] = .text("+48 225 550 \(1_000 + number)")
        user["address"] = .text("Rynek 1")
        try transaction.insert(user)
      }
    }
  }

  private func rename(_ id: RecordID, to name: String) async throws {
    _ = try await store.perform(.code) { [entity] transaction in
      var user = try #require(try transaction.record(entity, id: id))
      user["lastName"] = .text(name)
      try transaction.update(user)
    }
  }

  private func delete(_ ids: ClosedRange<RecordID>) async throws {
    _ = try await store.perform(.code) { [entity] transaction in
      for id in ids { try transaction.delete(entity, id: id) }
    }
  }

  private func text(
    _ client: TestClient, _ path: String, _ headers: HTTPFields = [:]
  ) async throws -> String {
    try await client.execute(uri: path, method: .get, headers: headers) {
      String(buffer: $0.body)
    }
  }

  @Test("UC-2 say the exact total, and are the same as those that are made anew")
  func same() async throws {
    try await add((0..<2_001).map { "Nowak \($0)" })
    let steps: [@Sendable () async throws -> Void] = [
      {}, { try await add(["Zyska"]) }, { try await add(["Zyska", "Abacka"]) },
      { try await rename(1_900, to: "Zyska") },
      { try await rename(2, to: "Zyska") }, { try await delete(1_500...1_501) },
      // Down to as many as one page can show, and up again.
      { try await delete(1_502...1_504) }, { try await add(["Zyska"]) }, { try await delete(1_000...1_400) },
    ]
    try await server.application().test { client in
      for (number, step) in steps.enumerated() {
        try await step()
        let total = try await store.count(AnyFetchRequest(entity.name))
        for path in Self.paths {
          let page = try await text(client, path)
          // This cookie has statements recorded, and nothing answered from the cache.
          let new = try await text(client, path, [.cookie: StatementHistory.cookie + "=1"])
          #expect(new == page, "\(path) after step \(number)")
          if path == "/userscrud/users" {
            let counted = Localizer.english.language.grouped(total)
            #expect(page.contains(">\(counted) people by last name<"), "step \(number)")
            #expect(page.contains("<span class=\"n desk\">\(counted)</span>"), "step \(number)")
          } else if path == "/api/userscrud/users" {
            #expect(page.contains("\"total\":\(total),"), "step \(number)")
          }
        }
      }
    }
  }
}
