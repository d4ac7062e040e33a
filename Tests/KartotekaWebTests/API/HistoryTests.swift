import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite("Change sets and histories, by the API")
struct HistoryAPITests {
  private static let bearer: HTTPFields = [.authorization: "Bearer the-token"]

  private func test(_ body: @escaping @Sendable (TestClient, Store) async throws -> Void) async throws {
    let app = try await School.open()
    var server = Server(testing: app)
    server.administrator = try Administrator(token: "the-token")
    try await server.application().test { try await body($0, app.store) }
  }

  private func json(_ response: TestResponse) throws -> JSONObject {
    guard case .object(let object) = try JSONParser.parse(Array(response.body.readableBytesView)) else {
      throw CocoaError(.formatting)
    }
    return object
  }

  private func id(_ object: JSONObject) throws -> Int64 {
    guard case .number(let digits)? = object["id"], let id = Int64(digits) else { throw CocoaError(.formatting) }
    return id
  }

  private func items(_ object: JSONObject) throws -> [JSONObject] {
    guard case .array(let items)? = object["items"] else { throw CocoaError(.formatting) }
    return items.compactMap { if case .object(let item) = $0 { item } else { nil } }
  }

  private static func post(_ path: String, _ status: Int, has: [String] = []) -> APICase {
    APICase(method: .post, path: path, status: status, has: has)
  }

  @Test("a record's history has the values before and after, the newest first, page by page, also when it is deleted")
  func history() async throws {
    try await test { client, _ in
      try await APICase.send(
        .patch, "/api/school/people/4", #"{"name":"Zoe","mail":null}"#, 200,
        headers: [.contentType: "application/merge-patch+json"]
      ).run(client)
      let path = "/api/school/people/4/history"
      let page = try await APICase.get(
        path,
        has: [
          #""name":"Changed Zoe""#, #""origin":"api""#, #""person":null"#, #""canBeUndone":true"#,
          #""changes":{"name":["Zoë","Zoe"],"mail":["4@example.org",null]}"#, #""total":2,"next":null"#,
        ]
      ).run(client)
      let changes = try items(json(page))
      #expect(try id(changes[0]) > id(changes[1]))
      let first = try json(try await APICase.get(path + "?limit=1", has: [#""total":2"#]).run(client))
      guard case .string(let next)? = first["next"] else { throw CocoaError(.formatting) }
      let second = try json(try await APICase.get(path + "?limit=1&cursor=\(next)").run(client))
      #expect(try items(first) + items(second) == changes && second["next"] == .null)
      try await APICase.delete("/api/school/people/4").run(client)
      try await APICase.get(path, has: [#""name":"Deleted Zoe""#, #""total":3"#]).run(client)
      try await APICase.get(path, has: ["Usunięto"]).with([.acceptLanguage: "pl"]).run(client)
      try await APICase.get("/api/school/people/99/history", 404).run(client)
      try await APICase.get(path + "?limit=0", 400).run(client)
      try await APICase.get(path + "?cursor=x", 400).run(client)
    }
  }

  @Test("links stand in a history by the ids that were removed and added")
  func links() async throws {
    try await test { client, _ in
      try await APICase.send(.put, "/api/school/courses/1/students", #"{"ids":[3,4]}"#, 204).run(client)
      try await APICase.get("/api/school/courses/1/history", has: [#""students":[[2],[4]]"#]).run(client)
    }
  }

  @Test("a change set is listed, read with what it changed, undone, and done again; a second undo is a conflict")
  func undo() async throws {
    try await test { client, store in
      try await APICase.delete("/api/school/courses/4").run(client)
      let list = try json(try await APICase.get("/api/school/changesets?limit=1").run(client))
      let changeSet = try id(#require(try items(list).first))
      let path = "/api/school/changesets/\(changeSet)"
      try await APICase.get(
        path, has: [#""entity":"courses","id":4,"operation":"delete""#, #""name":["Łódź in pictures",null]"#]
      ).run(client)
      let undone = try json(
        try await Self.post(path + "/undo", 200, has: [#""undoes":\#(changeSet)"#, #""undoneBy":null"#]).run(client))
      try await APICase.get("/api/school/courses/4").run(client)
      try await APICase.get(path, has: [#""canBeUndone":false"#]).run(client)
      try await Self.post(path + "/undo", 409, has: ["undone already"]).run(client)
      try await Self.post("/api/school/changesets/\(id(undone))/undo", 200).run(client)
      try await APICase.get("/api/school/courses/4", 404).run(client)
      try await Self.post("/api/school/changesets/99999/undo", 404, has: ["99999"]).run(client)
      try await APICase.get("/api/school/changesets/x", 404).run(client)
      try await store.pruneHistory(until: Date())
      try await APICase.get(path, has: [#""changes":[]"#, "too long ago"]).run(client)
    }
  }

  @Test("change sets are narrowed down by entity, origin and search; a change set says what stands in its undo's way")
  func filters() async throws {
    try await test { client, _ in
      let patch: HTTPFields = [.contentType: "application/merge-patch+json"]
      for name in ["Botany", "Zoology"] {
        try await APICase.send(.patch, "/api/school/courses/2", #"{"name":"\#(name)"}"#, 200, headers: patch).run(
          client)
      }
      try await APICase.send(.patch, "/api/school/people/1", #"{"name":"Honora"}"#, 200, headers: patch).run(client)
      let path = "/api/school/changesets"
      try await APICase.get(
        path + "?origin=api&entity=courses", has: ["Changed Botany", #""total":null"#], lacks: ["Honora", "Added"]
      ).run(client)
      let found = try await APICase.get(path + "?search=biology", has: ["Changed Botany"], lacks: ["Zoology"]).run(
        client)
      let changeSet = try id(#require(try items(json(found)).first))
      try await APICase.get(path + "/\(changeSet)", has: [#""obstacle":"Zoology has been changed since""#]).run(client)
      // Every list says beforehand that it would be refused.
      try await Self.post(path + "/\(changeSet)/undo", 409).run(client)
      for list in [path, path + "?search=biology", "/api/school/courses/2/history"] {
        let listed = try items(json(try await APICase.get(list).run(client)))
        let item = try #require(try listed.first { try id($0) == changeSet })
        #expect(item["canBeUndone"] == .bool(false), "\(list)")
        let newest = try #require(listed.first)
        #expect(try newest["canBeUndone"] == .bool(id(newest) != changeSet), "\(list)")
      }
      try await APICase.get(path + "?origin=mail", 400, has: ["screen, api, import"]).run(client)
      try await APICase.get(path + "?entity=x", 400, has: ["courses, people"]).run(client)
    }
  }

  @Test("The plan of an undo says what goes back and what stays, the undo does that, and the rest can be tried again")
  func plan() async throws {
    try await test { client, store in
      let people = try #require(store.model.entity(named: "person"))
      let outcome = try await store.perform(.api) { transaction in
        for id in Int64(1)...3 {
          var person = try #require(try transaction.record(people, id: id))
          (person["name"], person["mail"]) = (.text("X\(id)"), .text("x\(id)@example.org"))
          try transaction.update(person)
        }
      }
      let changeSet = try #require(outcome.changeSet)
      try await APICase.send(
        .patch, "/api/school/people/2", #"{"name":"Later"}"#, 200,
        headers: [.contentType: "application/merge-patch+json"]
      ).run(client)
      let path = "/api/school/changesets/\(changeSet)"
      let told = [
        #""goesBack":3,"stays":1,"items":[{"id":"people/2/name","entity":"people","record":2,"field":"name""#,
        #""title":"Later","reason":"Later has been changed since""#, #""now":"Later","canBePutBack":true}]"#,
      ]
      try await APICase.get(path + "/undo", has: [#""obstacle":null"#] + told).run(client)
      try await APICase.get(path + "/undo?wholly=true", has: [#""obstacle":"Later has been changed since""#]).run(
        client)
      try await APICase.get(path, has: [#""canBeUndone":true"#, #""obstacle":null"#]).run(client)
      try await Self.post(path + "/undo?wholly=true", 409, has: ["Later has been changed since"]).run(client)
      try await Self.post(path + "/undo?wholly=1", 400).run(client)
      try await Self.post(path + "/undo?wholly=true&putBack=all", 400).run(client)
      // The body says the same.
      for (body, status) in [
        (#"{"wholly":true}"#, 409), (#"{"wholly":1}"#, 422), (#"{"whole":true}"#, 422),
        (#"{"putBack":"people/2"}"#, 422), (#"{"putBack":[2]}"#, 422), (#"{"wholly":true,"putBack":"all"}"#, 400),
        ("[]", 422), ("{", 400),
      ] {
        try await APICase.send(.post, path + "/undo", body, status).run(client)
      }
      try await APICase.send(.post, path + "/undo?putBack=all", #"{"putBack":"all"}"#, 422).run(client)
      try await Self.post(path + "/undo", 200, has: [#""undoes":\#(changeSet)"#] + told).run(client)
      try await APICase.get("/api/school/people/2", has: [#""name":"Later","mail":"2@example.org""#]).run(client)
      // What stayed is still there to be undone.
      try await APICase.get(path, has: [#""undoneBy":null"#, #""canBeUndone":false"#]).run(client)
      try await Self.post(path + "/undo", 409, has: ["Later has been changed since"]).run(client)
      try await APICase.get(path + "/undo?putBack=people/2/name", has: [#""goesBack":1,"stays":0,"items":[]"#]).run(
        client)
      try await APICase.send(.post, path + "/undo", #"{"putBack":["people/2/name"]}"#, 200, has: [#""stays":0"#]).run(
        client)
      try await APICase.get("/api/school/people/2", lacks: ["Later"]).run(client)
      try await APICase.get(path, has: [#""canBeUndone":false"#], lacks: [#""undoneBy":null"#]).run(client)
    }
  }

  @Test("all that an import added is read record by record, page by page")
  func pages() async throws {
    try await test { client, store in
      let entity = try #require(store.model.entity(named: "person"))
      let changeSet = try #require(
        try await store.perform(.import) { transaction in
          let bulk = try transaction.bulkInsert(entity)
          for number in 1...3 {
            for (position, column) in entity.columns.enumerated() {
              bulk.bind(column.name == "name" ? .text("Ewa \(number)") : .null, at: position)
            }
            try bulk.insert()
          }
          try bulk.finish()
        }.changeSet)
      let path = "/api/school/changesets/\(changeSet)/changes?limit=2"
      let first = try json(try await APICase.get(path, has: [#""total":3"#]).run(client))
      guard case .string(let next)? = first["next"] else { throw CocoaError(.formatting) }
      let second = try json(try await APICase.get(path + "&cursor=\(next)", has: [#""next":null"#]).run(client))
      #expect(try (items(first) + items(second)).map(id) == [5, 6, 7])
      try await APICase.get(path + "&cursor=x", 400).run(client)
      try await APICase.get("/api/school/changesets/99999/changes", 404).run(client)
    }
  }

  @Test("the trash finds deleted records by their values and brings one back with what was deleted together with it")
  func trash() async throws {
    try await test { client, store in
      try await APICase.delete("/api/school/courses/1").run(client)
      try await APICase.delete("/api/school/courses/4").run(client)
      let grades = try await store.count(AnyFetchRequest("grade"))
      let path = "/api/school/trash"
      let found = try await APICase.get(
        path + "?search=algebra&entity=courses",
        has: [#""entity":"courses","record":1"#, #""name":"Algebra""#, #""next":null"#], lacks: ["Łódź"]
      ).run(client)
      let number = try id(#require(try items(json(found)).first))
      try await Self.post(path + "/\(number)/restore", 200, has: [#""origin":"api""#]).run(client)
      try await APICase.get("/api/school/courses/1").run(client)
      #expect(try await store.count(AnyFetchRequest("grade")) == grades + 1)
      try await Self.post(path + "/\(number)/restore", 409).run(client)
      for unknown in ["9999", "0", "-9223372036854775808", "x"] {
        try await Self.post(path + "/\(unknown)/restore", 404, has: ["There is no deleted record"]).run(client)
      }
      try await APICase.get(path, has: ["Łódź in pictures"], lacks: ["Algebra"]).run(client)
      try await APICase.get(path + "?entity=x", 400).run(client)
      for cursor in ["-9223372036854775808", "0", "x", "9223372036854775808"] {
        try await APICase.get(path + "?cursor=" + cursor, 400).run(client)
      }
      try await APICase.get(path + "?cursor=9223372036854775807", has: ["Łódź in pictures"]).run(client)
      try await APICase.get(path + "?cursor=1", has: [#""items":[]"#, #""next":null"#]).run(client)
    }
  }

  @Test("Only an administrator deletes histories permanently")
  func purge() async throws {
    try await test { client, _ in
      try await APICase.delete("/api/school/people/4").run(client)
      let path = "/api/school/people/4/history"
      try await APICase.delete(path, 401).run(client)
      try await APICase.get(path, has: ["Zoë"]).run(client)
      try await APICase.delete(path, 200, has: [#""changesets":2"#]).with(Self.bearer).run(client)
      try await APICase.get(path, 404).run(client)
      try await APICase.get("/api/school/changesets", has: ["Changed data"]).run(client)
      try await APICase.delete("/api/school/people/history", 200).with(Self.bearer).run(client)
      try await APICase.get("/api/school/people/1/history", has: [#""total":0"#]).run(client)
      try await APICase.delete("/api/school/changesets", 400).with(Self.bearer).run(client)
      try await APICase.delete("/api/school/changesets?before=yesterday", 400).with(Self.bearer).run(client)
      try await APICase.delete("/api/school/changesets?before=2999-01-01", 200).with(Self.bearer).run(client)
      try await APICase.get("/api/school/courses/1/history", has: [#""total":0"#]).run(client)
    }
  }
}
