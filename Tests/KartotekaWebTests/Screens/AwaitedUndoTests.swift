import Foundation
import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite("A press of Undo whose plan takes long")
struct AwaitedUndoTests {
  struct Room: Entity {
    let name = Attribute<String>("Name", .required, .title)
    init() {}
  }

  /// Something before which the plan of an undo waits.
  private final class Gate: Sendable {
    let isShut = Mutex(false)

    func pass() { while isShut.withLock({ $0 }) { usleep(1_000) } }
  }

  @Test("It is answered at once, the page says that nothing is undone yet, and then offers the undo, which begins")
  func press() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let gate = Gate()
    defer { gate.isShut.withLock { $0 = false } }
    let app = App("house", title: "House", symbol: .box, hue: 120, entities: [Room.self]) {
      Tab("Rooms", symbol: .box) { List(Room.self, title: \.name) }
    }
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { line in
      if line.contains("FROM kartoteka_changes"), line.contains("ORDER BY id DESC LIMIT 500") { gate.pass() }
    }
    let store = try Store(
      app.description.model, at: folder.appending(path: "house.sqlite"), options: app.storeOptions(options))
    let room = try #require(store.model.entity(named: "room"))
    let added = try await store.perform(.import) { transaction in
      let bulk = try transaction.bulkInsert(room)
      for number in 0...Store.longUndoSize {
        for (position, column) in room.columns.enumerated() {
          bulk.bind(column.name == "name" ? .text("Room \(number)") : .null, at: position)
        }
        try bulk.insert()
      }
      try bulk.finish()
    }
    let changeSet = try #require(added.changeSet)
    var server = Server([RunningApp(app, on: store)], port: 0, logger: .quiet)
    server.runsJobs = false
    try await server.application().test { (client: TestClient) async throws -> Void in
      let path = "/house/changesets/\(changeSet)"
      func page() async throws -> String {
        let response = try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: "en"])
        #expect(response.status == .ok)
        return String(buffer: response.body)
      }
      gate.isShut.withLock { $0 = true }
      let answer = try await client.form(path + "/undo", "", [.acceptLanguage: "en"])
      #expect(answer.status == .seeOther && answer.headers[.location] == path)
      var shown = try await page()
      #expect(shown.contains("Nothing is undone yet.") && shown.contains("<progress"))
      let before = try await store.longUndo()
      #expect(before == nil)
      gate.isShut.withLock { $0 = false }
      while shown.contains("<progress") { shown = try await page() }
      #expect(shown.contains("undo-form") && shown.contains(#"name="keeps""#))
      let begun = try await client.form(path + "/undo", "keeps=yes", [.acceptLanguage: "en"])
      #expect(begun.status == .seeOther && begun.headers[.location] == path)
      while let undo = try await store.longUndo(), !undo.isOver { _ = try await store.continueUndo() }
      let left = try await store.count(AnyFetchRequest("room"))
      #expect(left == 0)
    }
  }
}
