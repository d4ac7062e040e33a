import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("The undo of changes that a rule refuses in part")
struct RefusedUndoTests {
  struct Room: Entity {
    let name = Attribute<String>("Name", .required, .title)
    init() {}
  }

  @Test("It shows which records would stay and why, changes nothing, and then has the others go back")
  func rules() async throws {
    let isStrict = Mutex(false)
    let app = App(
      "house", title: "House", symbol: .box, hue: 120, entities: [Room.self],
      rules: [
        Rule(for: Room.self) { change in
          if change.record.name == "Cellar", isStrict.withLock({ $0 }) { throw StoreError.refused("It is flooded") }
        }
      ]
    ) {
      Tab("Rooms", symbol: .box) { List(Room.self, title: \.name) }
    }
    let store = try Store(inMemory: app.description.model, options: app.storeOptions(StoreOptions()))
    let room = try #require(store.model.entity(named: "room"))
    let ids = try await store.perform(.code) { transaction -> [RecordID] in
      try ["Attic", "Cellar"].map { name in
        var record = AnyRecord(room)
        record["name"] = .text(name)
        return try transaction.insert(record).id ?? 0
      }
    }.value
    let renaming = try await store.perform(.screen) { transaction in
      for id in ids {
        guard var record = try transaction.record(room, id: id) else { continue }
        record["name"] = .text("Room \(id)")
        try transaction.update(record)
      }
    }
    let changeSet = try #require(renaming.changeSet)
    isStrict.withLock { $0 = true }
    @Sendable func names() async throws -> [Value] {
      var request = AnyFetchRequest("room")
      request.sort = [FetchSort("id")]
      return try await store.fetch(request).records.map { $0["name"] }
    }
    var server = Server([RunningApp(app, on: store)], port: 0, logger: .quiet)
    server.runsJobs = false
    try await server.application().test { (client: TestClient) async throws -> Void in
      let path = "/house/changesets/\(changeSet)/undo"
      let answer = try await client.form(path, "", [.acceptLanguage: "en"])
      #expect(answer.status == .seeOther)
      let address = try #require(answer.headers[.location])
      #expect(address == "/house/changesets/\(changeSet)?tried=yes")
      func shown() async throws -> String {
        let response = try await client.execute(uri: address, method: .get, headers: [.acceptLanguage: "en"])
        #expect(response.status == .ok)
        return String(buffer: response.body)
      }
      let page = try await shown()
      #expect(page.contains("It is flooded") && page.contains("1 stays as it is now."))
      #expect(try await names() == [.text("Room 1"), .text("Room 2")])
      // Without the rule the page has a button for all of it, and still nothing is undone.
      isStrict.withLock { $0 = false }
      let later = try await shown()
      #expect(!later.contains("It is flooded") && later.contains("undo-form"))
      #expect(try await names() == [.text("Room 1"), .text("Room 2")])
      isStrict.withLock { $0 = true }
      #expect(try await client.form(path, "keeps=yes").status == .seeOther)
      #expect(try await names() == [.text("Attic"), .text("Room 2")])
    }
  }
}
