import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaModel
import KartotekaStore
import Logging
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Duplicates and merging, on the screens and by the API")
struct DuplicatesScreenTests {
  private struct Site {
    static let duplicates = "/school/courses/duplicates"

    let app: RunningApp
    let client: TestClient

    func page(_ path: String, _ status: HTTPResponse.Status = .ok, language: String = "en") async throws -> String {
      let response = try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: language])
      #expect(response.status == status, "\(path)")
      return String(buffer: response.body)
    }

    func post(_ path: String, _ form: String) async throws -> (TestResponse, text: String) {
      let response = try await client.execute(
        uri: path, method: .post,
        headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
        body: ByteBuffer(string: form))
      return (response, String(buffer: response.body))
    }

    /// The value of a hidden field.
    func hidden(_ name: String, in page: String) throws -> String {
      let start = try #require(page.range(of: "name=\"\(name)\" value=\"")).upperBound
      return String(page[start...].prefix { $0 != "\"" })
    }
  }

  // With a fifth course, whose name differs by one letter from the first one's.
  private func test(_ body: @escaping @Sendable (Site) async throws -> Void) async throws {
    let app = try await School.open()
    let course = try #require(app.store.model.entity(named: "course"))
    _ = try await app.store.perform(.code) { transaction in
      var record = AnyRecord(course)
      (record["name"], record["rating"], record["teacher"]) = (.text("Algebrra"), .real(4.5), .integer(2))
      record["site"] = .text("https://example.org")
      try transaction.insert(record)
    }
    try await Server([app], logger: .quiet).application().test { try await body(Site(app: app, client: $0)) }
  }

  @Test("More leads to pairs with their reason; a pair that is marked as different is listed apart")
  func list() async throws {
    try await test { site in
      #expect(try await site.page("/school/more").contains("href=\"\(Site.duplicates)\""))
      let page = try await site.page(Site.duplicates)
      #expect(page.contains("1 pair") && page.contains("The name differs by one letter"))
      #expect(page.contains("/school/courses/1/merge?with=5") && page.contains("value=\"1-5\""))
      #expect(try await site.page(Site.duplicates, language: "pl").contains("Nazwa różni się jedną literą"))
      let (marked, _) = try await site.post(Site.duplicates, "distinct=1-5")
      #expect(marked.status == .seeOther)
      #expect(try await site.page(Site.duplicates).contains("No duplicates"))
      #expect(try await site.page(Site.duplicates + "?show=distinct").contains("Algebrra"))
      _ = try await site.post(Site.duplicates, "again=1-5")
      #expect(try await site.page(Site.duplicates).contains("Algebrra"))
    }
  }

  @Test(
    "Two records are compared field by field and merged as chosen; a record that was changed meanwhile is compared again"
  )
  func merge() async throws {
    try await test { site in
      let path = "/school/courses/1/merge"
      let page = try await site.page(path + "?with=5")
      #expect(page.contains("name=\"side-teacher\"") && page.contains("Łukasz") && page.contains("Nora"))
      #expect(page.contains("/school/courses/5/merge?with=1"))
      let versions =
        "with=5&version=\(try site.hidden("version", in: page))&other-version=\(try site.hidden("other-version", in: page))"
      let course = try #require(site.app.store.model.entity(named: "course"))
      _ = try await site.app.store.perform(.api) { transaction in
        guard var record = try transaction.record(course, id: 5) else { return }
        record["seats"] = .integer(77)
        try transaction.update(record)
      }
      let (stale, text) = try await site.post(path, versions + "&side-name=own&side-teacher=other")
      #expect(stale.status == .conflict && text.contains("This record was changed meanwhile") && text.contains("77"))
      let fresh =
        "with=5&version=\(try site.hidden("version", in: text))&other-version=\(try site.hidden("other-version", in: text))"
      let (merged, _) = try await site.post(path, fresh + "&side-name=own&side-teacher=other&side-seats=own")
      #expect(merged.status == .seeOther && merged.headers[.location] == Site.duplicates)
      let record = try #require(try await site.app.store.record(course, id: 1))
      #expect(record["name"] == .text("Algebra") && record["teacher"] == .integer(2))
      #expect(record["rating"] == .real(4.5) && record["seats"] == .integer(10))
      #expect(try await site.app.store.record(course, id: 5) == nil)
      _ = try await site.page(path + "?with=5", .notFound)
    }
  }

  @Test("All records that are equal in every field are merged at one press; what is only alike stays")
  func equal() async throws {
    let app = RunningApp(usersCRUD, on: try Store(inMemory: usersCRUD.description.model))
    let user = try #require(app.store.model.entities.first)
    let ids = try await app.store.perform(.code) { transaction in
      try ["Lis", "Liss", "Lis"].map { name in
        var record = AnyRecord(user)
        (record["firstName"], record["lastName"]) = (.text("Olga"), .text(name))
        (record["phone"], record["address"]) = (.text("+48601234567"), .text("Długa 1"))
        return try transaction.insert(record).id ?? 0
      }
    }.value
    try await Server([app], logger: .quiet).application().test { client in
      let (site, duplicates) = (Site(app: app, client: client), "/userscrud/users/duplicates")
      let page = try await site.page(duplicates)
      #expect(page.contains("1 record is equal to another one in every field.") && page.contains("merge-equal"))
      let (merged, _) = try await site.post(duplicates, "merge-equal=1")
      #expect(merged.status == .seeOther && merged.headers[.location] == duplicates)
      #expect(try await site.app.store.record(user, id: ids[2]) == nil)
      #expect(try await site.app.store.record(user, id: ids[0]) != nil)
      #expect(try await !site.page(duplicates).contains("merge-equal"))
      let last = try #require(try await site.app.store.lastChangeSet())
      try await site.app.store.undo(last.id, .screen)
      #expect(try await site.app.store.record(user, id: ids[2]) != nil)
    }
  }

  /// Nothing tells which of them are only alike.
  struct Sale: Entity {
    let amount = Attribute<Int>("Amount", .required)
  }

  @Test("Records without a title that are equal are merged at one press, too")
  func untitled() async throws {
    let till = App("till", title: "Till", symbol: .box, hue: 120, entities: [Sale.self]) {
      Tab("Sales", symbol: .box) { List(Sale.self, title: \.amount) }
    }
    let app = RunningApp(till, on: try Store(inMemory: till))
    let sale = try #require(app.store.model.entities.first)
    _ = try await app.store.perform(.code) { transaction in
      for amount in [3, 4, 3] {
        var record = AnyRecord(sale)
        record["amount"] = .integer(Int64(amount))
        try transaction.insert(record)
      }
    }
    try await Server([app], logger: .quiet).application().test { client in
      let (site, duplicates) = (Site(app: app, client: client), "/till/sales/duplicates")
      let page = try await site.page(duplicates)
      #expect(page.contains("1 record is equal to another one in every field.") && !page.contains("No duplicates"))
      _ = try await site.post(duplicates, "merge-equal=1")
      let after = try await site.page(duplicates)
      #expect(after.contains("No duplicates") && after.contains("Cards that are equal in every field are found here."))
    }
  }

  @Test("A form for a new record is told what looks like it; the form of a stored one is not")
  func alike() async throws {
    try await test { site in
      #expect(try await site.page("/school/courses/new").contains("data-check=\"/school/courses/check\""))
      let (_, found) = try await site.post("/school/courses/check", "name=algebra")
      #expect(found.contains("data-alike") && found.contains("href=\"/school/courses/1\""))
      let (_, none) = try await site.post("/school/courses/check", "name=Chemistry+of+stars")
      #expect(!none.contains("data-alike"))
      let (_, stored) = try await site.post("/school/courses/check?record=1", "name=Algebra")
      #expect(!stored.contains("data-alike"))
    }
  }

  @Test("The API lists pairs, marks them as different, and merges with preconditions of both records")
  func api() async throws {
    try await test { site in
      let duplicates = "/api/school/courses/duplicates"
      let merge = "/api/school/courses/1/merge"
      for row in [
        APICase.get(duplicates, has: [#""evidence":[{"kind":"slip"}]"#, #""total":1,"complete":true,"next":null"#]),
        .get(duplicates + "?distinct=x", 400), .get(duplicates + "?cursor=x", 400),
        .get(duplicates + "?cursor=-9223372036854775808.1.1", has: [#""items":[],"total":1"#]),
        .get(duplicates + "?cursor=9223372036854775807.1.1", has: [#""evidence":[{"kind":"slip"}]"#]),
        .get("/api/school/grades/duplicates", 404),
        .send(.post, duplicates, #"{"records":[1]}"#, 422),
        .send(.post, duplicates, #"{"records":[1,5]}"#, 204),
        .get(duplicates, has: [#""total":0"#]), .get(duplicates + "?distinct=true", has: [#""total":1"#]),
        .send(.post, duplicates, #"{"records":[5,1],"distinct":false}"#, 204),
        .send(.post, merge, "{}", 422), .send(.post, merge, #"{"with":1}"#, 422),
        .send(.post, merge, #"{"with":99}"#, 404),
        .send(.post, merge, #"{"with":5,"fields":{"name":"both"}}"#, 422),
        .send(.post, merge, #"{"with":5,"ifMatch":"\"x\""}"#, 412),
        .send(.post, merge, #"{"with":5}"#, 412, headers: [.ifMatch: "\"x\""]),
        .send(
          .post, merge, #"{"with":5,"fields":{"name":"other"}}"#, 200, has: [#""name":"Algebrra""#, #""rating":4.5"#]),
        .get("/api/school/courses/5", 404), .get(duplicates, has: [#""total":0"#]),
      ] {
        try await row.run(site.client)
      }
    }
  }
}
