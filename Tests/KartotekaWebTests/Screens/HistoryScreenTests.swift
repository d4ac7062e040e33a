import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("History and trash, on the screens")
struct HistoryScreenTests {
  /// A school and a browser.
  private struct Site {
    let app: RunningApp
    let client: TestClient

    var store: Store { app.store }

    func page(_ path: String, language: String = "en", _ status: HTTPResponse.Status = .ok) async throws -> String {
      let response = try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: language])
      #expect(response.status == status, "\(path)")
      return String(buffer: response.body)
    }

    func post(_ path: String, _ form: String = "") async throws -> TestResponse {
      try await client.execute(
        uri: path, method: .post,
        headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
        body: ByteBuffer(string: form))
    }

    func entity(_ name: String) throws -> EntityDescription { try #require(store.model.entity(named: name)) }

    /// Changes values of a record; the number of the change set.
    func change(_ name: String, _ id: RecordID, _ values: [String: Value]) async throws -> Int64 {
      let entity = try entity(name)
      var record = try #require(try await store.record(entity, id: id))
      for (name, value) in values { record[name] = value }
      let changed = record
      return try #require(try await store.perform(.api) { try $0.update(changed) }.changeSet)
    }

    func delete(_ name: String, _ id: RecordID) async throws -> Int64 {
      let entity = try entity(name)
      return try #require(try await store.perform(.screen) { try $0.delete(entity, id: id) }.changeSet)
    }
  }

  private func test(_ body: @escaping @Sendable (Site) async throws -> Void) async throws {
    let app = try await School.open()
    try await Server([app], logger: .quiet).application().test { try await body(Site(app: app, client: $0)) }
  }

  @Test("A record's page leads to its history: what, when, by which way, before and after, links by their titles")
  func record() async throws {
    try await test { site in
      _ = try await site.change("course", 1, ["name": .text("Geometry"), "teacher": .integer(2)])
      let course = try site.entity("course")
      let students = try #require(course.relationship("students"))
      _ = try await site.store.perform(.screen) { try $0.link(course, students, of: 1, to: 4) }
      #expect(try await site.page("/school/courses/1").contains("/school/courses/1/history"))
      let page = try await site.page("/school/courses/1/history")
      #expect(page.contains("History of Geometry") && page.contains("By the API") && page.contains("On a screen"))
      #expect(page.contains("Algebra</del>") && page.contains("Geometry</ins>"))
      #expect(page.contains("Nora</del>") && page.contains("Łukasz</ins>"), "related records have their titles")
      #expect(page.contains(#"<a href="/school/courses" aria-current=page>"#), "it belongs to the tab of its entity")
      #expect(page.contains("Students") && page.contains("Zoë"))
      #expect(try await site.page("/school/courses/1/history", language: "pl").contains("Historia: Geometry"))
      _ = try await site.page("/school/courses/99/history", .notFound)
      _ = try await site.page("/school/courses/x/history", .notFound)
    }
  }

  @Test("History lists change sets by day, and narrows them down by kind, by origin and by a search for values")
  func list() async throws {
    try await test { site in
      _ = try await site.change("course", 2, ["name": .text("Botany")])
      _ = try await site.change("person", 1, ["name": .text("Honora")])
      #expect(try await site.page("/school/more").contains("/school/history"))
      let all = try await site.page("/school/history")
      #expect(all.contains("Today") && all.contains("Changed Botany") && all.contains("Changed Honora"))
      let people = try await site.page("/school/history?kind=people&origin=api")
      #expect(people.contains("Changed Honora") && !people.contains("Changed Botany") && !people.contains("Added"))
      let found = try await site.page("/school/history?search=biology")
      #expect(found.contains("Changed Botany") && !found.contains("Changed Honora"), "by a value from before")
      #expect(try await site.page("/school/history?search=qqq").contains("Nothing found for"))
      #expect(try await site.page("/school/history", language: "ru").contains("Через API"))
    }
  }

  @Test("A change set is undone from its page, which stays and offers to do it again")
  func undo() async throws {
    try await test { site in
      let changeSet = try await site.change("course", 2, ["name": .text("Botany")])
      let path = "/school/changesets/\(changeSet)"
      let page = try await site.page(path)
      #expect(page.contains("Biology</del>") && page.contains("Later changes of other fields"))
      #expect(page.contains("action=\"\(path)/undo\""))
      let undone = try await site.post(path + "/undo", "returnTo=\(path)")
      #expect(undone.status == .seeOther && undone.headers[.location] == path)
      let undoing = try #require(try await site.store.changeSet(changeSet)?.undoneBy)
      let after = try await site.page(path)
      #expect(after.contains("It was undone") && after.contains("Redo"))
      #expect(after.contains("action=\"/school/changesets/\(undoing)/undo\""))
      let again = try await site.post("/school/changesets/\(undoing)/undo", "returnTo=\(path)")
      #expect(again.headers[values: .setCookie].contains { $0.contains("undo-school=") && $0.contains("~~") })
      #expect(try await site.store.record(site.entity("course"), id: 2)?["name"] == .text("Botany"))
      #expect(try await site.page("/school/history").contains("Undone"))
    }
  }

  @Test("A change set says what stays before anybody tries, with both values, and puts back what is ticked")
  func stays() async throws {
    try await test { site in
      let course = try site.entity("course")
      func name(_ id: RecordID) async throws -> Value? { try await site.store.record(course, id: id)?["name"] }
      let outcome = try await site.store.perform(.screen) { transaction in
        for id in Int64(1)...3 {
          var record = try #require(try transaction.record(course, id: id))
          record["name"] = .text("Course \(id)")
          try transaction.update(record)
        }
      }
      let changeSet = try #require(outcome.changeSet)
      _ = try await site.change("course", 2, ["name": .text("Zoology")])
      _ = try await site.change("course", 3, ["name": .text("Later")])
      let path = "/school/changesets/\(changeSet)"
      let page = try await site.page(path)
      #expect(page.contains("1 change goes back. 2 stay as they are now."))
      #expect(page.contains("Now Zoology, before Biology") && page.contains("back.courses/2/name"))
      // A press elsewhere changes nothing and leads there.
      let first = try await site.post(path + "/undo", "returnTo=/school/courses")
      #expect(first.status == .seeOther && first.headers[.location] == path)
      #expect(try await name(1) == .text("Course 1"))
      let undone = try await site.post(path + "/undo", "returnTo=\(path)&keeps=yes&back.courses/3/name=yes")
      #expect(undone.status == .seeOther && undone.headers[.location] == path)
      #expect(try await name(1) == .text("Algebra"))
      #expect(try await name(2) == .text("Zoology"))
      #expect(try await name(3) != .text("Later"))
      // The rest can be tried again, and what was undone be done again.
      let rest = try await site.page(path)
      #expect(rest.contains("A part was undone") && rest.contains("1 stays as it is now."))
      _ = try await site.post(path + "/undo", "returnTo=\(path)&keeps=yes&all=yes")
      #expect(try await name(2) == .text("Biology"))
      #expect(try await site.store.changeSet(changeSet)?.undoneBy != nil)
      _ = try await site.page("/school/changesets/99999", .notFound)
    }
  }

  @Test("What can't be undone by any choice says why, and offers nothing")
  func obstacle() async throws {
    try await test { site in
      let changeSet = try await site.change("course", 2, ["name": .text("Botany")])
      _ = try await site.delete("course", 2)
      let page = try await site.page("/school/changesets/\(changeSet)")
      #expect(page.contains("be undone: ") && page.contains("has been deleted since"))
      #expect(!page.contains("/school/changesets/\(changeSet)/undo"))
      let refused = try await site.post("/school/changesets/\(changeSet)/undo", "returnTo=/school/courses")
      #expect(refused.status == .conflict)
    }
  }

  @Test("An import opens into its rows, page by page, each with its record")
  func imported() async throws {
    try await test { site in
      let entity = try site.entity("person")
      let changeSet = try #require(
        try await site.store.perform(.import) { transaction in
          let bulk = try transaction.bulkInsert(entity)
          for number in 1...120 {
            for (position, column) in entity.columns.enumerated() {
              bulk.bind(column.name == "name" ? .text("Ewa \(number)") : .null, at: position)
            }
            try bulk.insert()
          }
          try bulk.finish()
        }.changeSet)
      let page = try await site.page("/school/changesets/\(changeSet)")
      #expect(page.contains("From a file") && page.contains("120 changes"))
      #expect(page.contains(">Ewa 1<") && page.contains(">Ewa 50<") && !page.contains(">Ewa 51<"))
      let next = try #require(page.firstMatch(of: /changesets\/[0-9]+\?after=([0-9.]+)/)?.1)
      let second = try await site.page("/school/changesets/\(changeSet)?after=\(next)")
      let first = try await site.page("/school/people/5/history")
      #expect(first.contains("<p class=row>Added</p>"), "nothing but that is known of a record that an import added")
      #expect(second.contains(">Ewa 51<") && second.contains(">Ewa 100<") && !second.contains("/undo\""))
    }
  }

  @Test("The trash finds a deleted record and brings it back with all that went with it")
  func trash() async throws {
    try await test { site in
      #expect(try await site.page("/school/trash").contains("Nothing in the trash"))
      let grades = try await site.store.count(AnyFetchRequest("grade"))
      _ = try await site.delete("course", 1)
      #expect(try await site.store.count(AnyFetchRequest("grade")) < grades)
      _ = try await site.change("person", 1, ["name": .text("Honora")])
      let page = try await site.page("/school/trash?search=algebra&kind=courses")
      #expect(page.contains("Algebra") && page.contains("Bring back Algebra"))
      #expect(!(try await site.page("/school/trash?search=biology").contains("Bring back")))
      for number in [Int64.min, -1, 0, 1, .max] {
        let page = try await site.page("/school/trash?before=\(number)")
        #expect(page.contains("Bring back Algebra") == (number != 1))
        _ = try await site.page("/school/history?before=\(number)")
      }
      let number = try #require(page.firstMatch(of: /formaction="\/school\/trash\/([0-9]+)"/)?.1)
      let back = try await site.post("/school/trash/\(number)", "record=courses/1")
      #expect(back.status == .seeOther && back.headers[.location] == "/school/courses/1")
      #expect(back.headers[values: .setCookie].contains { $0.hasPrefix("undo-school=") })
      #expect(try await site.store.count(AnyFetchRequest("grade")) == grades)
      #expect(try await site.store.record(site.entity("course"), id: 1)?["teacher"] == .integer(1))
      #expect(try await site.page("/school/trash").contains("Nothing in the trash"))
    }
  }

  @Test("Bringing back what can't come back says why, and a deleted record keeps its history")
  func refused() async throws {
    try await test { site in
      _ = try await site.delete("course", 4)
      let number = try #require(
        try await site.page("/school/trash").firstMatch(of: /formaction="\/school\/trash\/([0-9]+)"/)?.1)
      let history = try await site.page("/school/courses/4/history")
      #expect(history.contains("This card was deleted.") && history.contains("History of Łódź in pictures"))
      _ = try await site.post("/school/trash/\(number)", "record=courses/4")
      let again = try await site.post("/school/trash/\(number)", "record=courses/4")
      #expect(again.status == .conflict && String(buffer: again.body).contains("be brought back"))
    }
  }

  @Test("A list and a record are shown as of a moment, sorted and marked, with what has changed since")
  func past() async throws {
    try await test { site in
      let changeSet = try await site.change("course", 1, ["name": .text("Geometry"), "teacher": .integer(2)])
      _ = try await site.delete("course", 2)
      let change = try await site.page("/school/changesets/\(changeSet)")
      let start = try #require(change.range(of: "/school/courses/past?as-of=")).lowerBound
      let path = String(change[start...].prefix { $0 != "\"" })
      let list = try await site.page(path)
      #expect(list.contains("As of ") && list.contains("4 courses") && list.contains("Algebra"))
      #expect(!list.contains("Geometry") && list.contains("Biology"))
      #expect(list.contains("Only cards as they are today can be searched."))
      let moment = path.split(separator: "?")[1]
      let record = try await site.page("/school/courses/1/past?\(moment)")
      #expect(record.contains("<del>") && record.contains("Geometry") && record.contains("Nora"))
      #expect(try await site.page("/school/courses/2/past?\(moment)").contains("Deleted"))
      let future = try await site.page("/school/courses/past?as-of=2999-01-01")
      #expect(future.contains("This has to be a time in the past."))
      #expect(try await site.page("/school/courses/past").contains("datetime-local"))
    }
  }
}
