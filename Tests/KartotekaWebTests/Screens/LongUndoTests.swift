import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite("An undo that takes long")
struct LongUndoTests {
  private let app: RunningApp
  private let changeSet: Int64

  init() async throws {
    let app = try await School.open()
    self.app = app
    let entity = try #require(app.store.model.entity(named: "person"))
    changeSet = try #require(
      try await app.store.perform(.import) { transaction in
        let bulk = try transaction.bulkInsert(entity)
        for number in 0...Store.longUndoSize {
          for (position, column) in entity.columns.enumerated() {
            bulk.bind(column.name == "name" ? .text("Ewa \(number)") : .null, at: position)
          }
          try bulk.insert()
        }
        try bulk.finish()
      }.changeSet)
  }

  private func test(_ body: @escaping @Sendable (TestClient) async throws -> Void) async throws {
    try await Server([app], logger: Logger(label: "test")).application().test(body)
  }

  private func people() async throws -> Int { try await app.store.count(AnyFetchRequest("person")) }

  // The server does the same in the background; each part is done by one of the two.
  private func finish() async throws {
    while let undo = try await app.store.longUndo(), !undo.isOver { _ = try await app.store.continueUndo() }
  }

  // As the page of the change set sends it, on which the plan was seen.
  private func post(_ client: TestClient, _ path: String) async throws -> TestResponse {
    try await client.execute(
      uri: path, method: .post,
      headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
      body: ByteBuffer(string: "keeps=yes"))
  }

  private func page(_ client: TestClient) async throws -> String {
    try await client.execute(uri: "/school/changesets/\(changeSet)", method: .get, headers: [.acceptLanguage: "en"]) {
      String(buffer: $0.body)
    }
  }

  @Test("A screen begins it in the background, shows how far it is, and what came of it")
  func screen() async throws {
    try await test { client in
      let begun = try await post(client, "/school/changesets/\(changeSet)/undo")
      #expect(begun.status == .seeOther && begun.headers[.location] == "/school/changesets/\(changeSet)")
      try await finish()
      #expect(try await page(client).contains("It is undone."))
      #expect(try await client.execute(uri: "/school/changesets/99999", method: .get).status == .notFound)
    }
    #expect(try await people() == 4)
    #expect(try await app.store.changeSet(changeSet)?.undoneBy != nil)
  }

  @Test("Each server over the same data does it by itself")
  func runner() async throws {
    for undone in [true, false] {
      let runner = UndoRunner(apps: [app], logger: Logger(label: "test"), pause: .zero)
      let working = Task { try await runner.run() }
      let changeSet = try #require(undone ? changeSet : try await app.store.changeSet(changeSet)?.undoneBy)
      let undo = try await app.store.beginUndo(changeSet, .screen)
      app.undoRequests.send()
      var last = 0
      while try await app.store.longUndo()?.isOver == false {
        await app.store.feed.wait(after: last)
        last = app.store.feed.last
      }
      working.cancel()
      try await working.value
      #expect(try await app.store.changeSet(changeSet)?.undoneBy == undo.undoing)
      #expect(try await people() == (undone ? 4 : 10_005))
    }
  }

  @Test("It can be cancelled: everything is as before, and can be undone again")
  func cancel() async throws {
    // Nobody else works on it.
    _ = try await app.store.beginUndo(changeSet, .screen)
    _ = try await app.store.continueUndo(part: .zero)
    let left = try await people()
    #expect(left < 10_005)
    let going = try await app.store.longUndo()
    #expect(going?.isOver == false)
    _ = try await app.store.cancelUndo()
    try await finish()
    #expect(try await people() == 10_005)
    try await test { client in
      #expect(try await page(client).contains("It was cancelled: everything is as it was before."))
      _ = try await post(client, "/school/changesets/\(changeSet)/undo")
      try await finish()
    }
    #expect(try await people() == 4)
  }

  @Test("The API answers 202 with the change set that undoes it, and the undone one refers to that at the end")
  func api() async throws {
    try await test { client in
      let begun = try await client.execute(uri: "/api/school/changesets/\(changeSet)/undo", method: .post)
      #expect(begun.status == .accepted)
      #expect(String(buffer: begun.body).contains("\"undoes\":\(changeSet)"))
      try await finish()
      try await client.execute(uri: "/api/school/changesets/\(changeSet)", method: .get) {
        #expect(!String(buffer: $0.body).contains("\"undoneBy\":null"))
      }
    }
    #expect(try await people() == 4)
  }
}
