import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Changing several records at once, on the screens")
struct SeveralScreenTests {
  private struct Site {
    static let path = "/school/courses/several"

    let app: RunningApp
    let client: TestClient

    func page(_ path: String, language: String = "en") async throws -> String {
      let response = try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: language])
      #expect(response.status == .ok, "\(path)")
      return String(buffer: response.body)
    }

    func post(_ form: String, _ path: String = Self.path) async throws -> (TestResponse, text: String) {
      let response = try await client.execute(
        uri: path, method: .post,
        headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
        body: ByteBuffer(string: form))
      return (response, String(buffer: response.body))
    }

    func values(_ name: String) async throws -> [Value] {
      var request = AnyFetchRequest("course")
      request.sort = [FetchSort("id")]
      return try await app.store.fetch(request).records.map { $0[name] }
    }
  }

  private func test(_ body: @escaping @Sendable (Site) async throws -> Void) async throws {
    let app = try await School.open()
    try await Server([app], logger: .quiet).application().test { try await body(Site(app: app, client: $0)) }
  }

  @Test("A list leads to its records with boxes; unique fields, fixed ones and files can't be set in several")
  func page() async throws {
    try await test { site in
      #expect(try await site.page("/school/courses").contains("href=\"\(Site.path)\""))
      let page = try await site.page(Site.path)
      #expect(page.contains("name=\"tick-1\"") && page.contains("name=\"tick-4\"") && page.contains("All: 4 courses"))
      #expect(page.contains("value=\"set\"") && page.contains("value=\"merge\"") && page.contains("value=\"labels\""))
      let fields = try await site.post("tick-1=yes&_step=set").text
      #expect(fields.contains("value=\"seats\"") && fields.contains("value=\"teacher\""))
      for name in ["name", "code", "poster", "score"] { #expect(!fields.contains("value=\"\(name)\""), "\(name)") }
      #expect(try await site.page(Site.path, language: "ru").contains("Изменить несколько"))
    }
  }

  @Test("A field is set in the ticked records as one change set, after a page with their number; undo takes all back")
  func set() async throws {
    try await test { site in
      let (asked, text) = try await site.post("tick-1=yes&tick-3=yes&_field=seats&_step=set")
      #expect(asked.status == .ok && text.contains("Set a field: 2 courses"))
      #expect(text.contains("name=\"_count\" value=\"2\"") && text.contains("name=\"tick-3\""))
      #expect(try await site.values("seats") == [.integer(10), .integer(20), .integer(30), .integer(40)])
      let form = "tick-1=yes&tick-3=yes&_field=seats&_step=set&_count=2"
      let (wrong, fault) = try await site.post(form + "&seats=0")
      #expect(wrong.status == .unprocessableContent && fault.contains("value=\"0\""))
      let (done, _) = try await site.post(form + "&seats=55")
      #expect(done.status == .seeOther && done.headers[.location] == "/school/courses")
      #expect(try await site.values("seats") == [.integer(55), .integer(20), .integer(55), .integer(40)])
      let changeSet = try #require(try await site.app.store.lastChangeSet())
      #expect(try await site.page("/school/history").contains("Set Seats in 2 records"))
      try await site.app.store.undo(changeSet.id, .code)
      #expect(try await site.values("seats") == [.integer(10), .integer(20), .integer(30), .integer(40)])
    }
  }

  @Test("A related record is set in all records that the list finds, and the number is checked again")
  func all() async throws {
    try await test { site in
      let (asked, text) = try await site.post("_all=yes&_field=teacher&_step=set")
      #expect(asked.status == .ok && text.contains("Łukasz") && text.contains("name=\"_count\" value=\"4-"))
      let count = try #require(PageForm.form(Site.path, in: text)?["_count"])
      let (changed, again) = try await site.post("_all=yes&_field=teacher&_step=set&_count=3&teacher=2")
      #expect(changed.status == .conflict && again.contains("Meanwhile there are 4 courses."))
      let (done, _) = try await site.post("_all=yes&_field=teacher&_step=set&_count=\(count)&teacher=2")
      #expect(done.status == .seeOther)
      #expect(try await site.values("teacher") == Array(repeating: .integer(2), count: 4))
    }
  }

  @Test("All that a list found are not deleted if it finds others meanwhile, even as many")
  func others() async throws {
    try await test { site in
      let path = Site.path + "?where=seats:lte:20"
      let (asked, question) = try await site.post("_all=yes&_step=delete", path)
      #expect(asked.status == .ok && question.contains("Delete 2 courses?"))
      let form = try #require(PageForm.all(in: question).first { $0["_count"] != nil })
      // Biology leaves the list, Chemistry comes into it.
      for (id, seats) in [(2, 25), (3, 15)] {
        _ = try await site.app.store.perform(.code) { transaction in
          guard var record = try transaction.record(transaction.model.entities[0], id: RecordID(id)) else { return }
          record["seats"] = .integer(Int64(seats))
          try transaction.update(record)
        }
      }
      let (again, text) = try await site.post(form.body, path)
      #expect(again.status == .conflict && text.contains("Meanwhile there are others: 2 courses."))
      #expect(try await site.app.store.count(AnyFetchRequest("course")) == 4)
      let (done, _) = try await site.post(try #require(PageForm.all(in: text).first { $0["_count"] != nil }).body, path)
      #expect(done.status == .seeOther)
      #expect(try await site.values("seats") == [.integer(25), .integer(40)])
    }
  }

  @Test(
    "A filter that is not understood means no record to change, export or print",
    arguments: ["where=seats:ge:20", "where=nothing:eq:1", "where=(", "only=nothing"])
  func misread(filter: String) async throws {
    try await test { site in
      let path = Site.path + "?" + filter
      let page = try await site.page(path)
      #expect(page.contains("The filter in the address is not understood") && !page.contains("name=\"_all\""))
      for (step, path) in [("delete", path), ("export", Site.path + "/export?" + filter)] {
        let (refused, _) = try await site.post("_all=yes&_step=\(step)", path)
        #expect(refused.status == .unprocessableContent, "\(step)")
      }
      for path in ["/school/export/courses.csv?as=shown&", "/school/export/courses.xlsx?", "/school/courses/labels?"] {
        let answer = try await site.client.execute(uri: path + filter, method: .get)
        #expect(answer.status == .badRequest, "\(path)")
      }
      // The list says so and shows all.
      #expect(try await site.page("/school/courses?" + filter).contains("Algebra"))
    }
  }

  @Test("Several records are deleted with what belongs to them, as one change set")
  func delete() async throws {
    try await test { site in
      let (asked, text) = try await site.post("tick-1=yes&tick-2=yes&_step=delete")
      #expect(asked.status == .ok && text.contains("Delete 2 courses?"))
      let (done, _) = try await site.post("tick-1=yes&tick-2=yes&_step=delete&_count=2")
      #expect(done.status == .seeOther && done.headers[values: .setCookie].contains { $0.hasPrefix("undo-school=") })
      #expect(try await site.app.store.count(AnyFetchRequest("course")) == 2)
      #expect(try await site.app.store.count(AnyFetchRequest("grade")) == 0)
      try await site.app.store.undo(#require(try await site.app.store.lastChangeSet()).id, .code)
      #expect(try await site.app.store.count(AnyFetchRequest("course")) == 4)
      #expect(try await site.app.store.count(AnyFetchRequest("grade")) == 1)
    }
  }

  @Test("Without a tick nothing is done, which the page says; unknown fields and steps are no page")
  func refused() async throws {
    try await test { site in
      let (none, text) = try await site.post("_field=seats&_step=set")
      #expect(none.status == .unprocessableContent && text.contains("Choose at least one card."))
      #expect(try await site.post("tick-1=yes&_field=name&_step=set").0.status == .notFound)
      #expect(try await site.post("tick-1=yes&_step=x").0.status == .notFound)
    }
  }

  @Test("A link is added to the ticked records and removed again, each as one change set; what exists stays")
  func links() async throws {
    try await test { site in
      let course = try #require(site.app.store.model.entity(named: "course"))
      let students = try #require(course.relationship("students"))
      let chosen = "tick-1=yes&tick-2=yes&_link=students"
      let (page, text) = try await site.post(chosen + "&_step=link")
      #expect(page.status == .ok && text.contains("Add a link: 2 courses") && text.contains("Zoë"))
      let (done, _) = try await site.post(chosen + "&_step=link&_count=2&students=2")
      #expect(done.status == .seeOther)
      #expect(try await site.app.store.related(students, of: 1) == [2, 3])
      #expect(try await site.app.store.related(students, of: 2) == [2])
      let changeSet = try #require(try await site.app.store.lastChangeSet())
      #expect(Localizer.english(changeSet.name) == "Added Łukasz to 2 records: Students")
      let (gone, _) = try await site.post(chosen + "&_step=unlink&_count=2&students=2")
      #expect(gone.status == .seeOther)
      #expect(try await site.app.store.related(students, of: 1) == [3])
      try await site.app.store.undo(changeSet.id + 1, .screen)
      #expect(try await site.app.store.related(students, of: 1) == [2, 3])
      let (wrong, _) = try await site.post(chosen + "&_step=link&_count=2&students=99")
      #expect(wrong.status == .unprocessableContent)
    }
  }

  @Test("An action runs on the ticked records as one change set, and those that refuse it are listed with the reason")
  func action() async throws {
    try await test { site in
      let chosen = "tick-1=yes&tick-2=yes&tick-3=yes&_step=act&_action=close"
      let (page, text) = try await site.post(chosen)
      #expect(page.status == .ok && text.contains("Close the course: 3 courses"))
      _ = try await site.post("tick-1=yes&_step=act&_action=close&_count=1")
      let (done, _) = try await site.post(chosen + "&_count=3")
      let location = try #require(done.headers[.location])
      #expect(done.status == .seeOther && location.contains("run="))
      let result = try await site.page(location)
      #expect(result.contains("Done: 2 courses") && result.contains("Algebra is closed already"))
      #expect(try await site.values("isOpen") == [0, 0, 0, 1].map(Value.integer))
      let changeSet = try #require(try await site.app.store.lastChangeSet())
      #expect(Localizer.english(changeSet.name) == "Close the course: 2 records")
      try await site.app.store.undo(changeSet.id, .screen)
      #expect(try await site.values("isOpen") == [0, 1, 1, 1].map(Value.integer))
      // Without refusals the list is shown again.
      let (all, _) = try await site.post("tick-3=yes&tick-4=yes&_step=act&_action=close&_count=2")
      #expect(all.status == .seeOther && all.headers[.location] == "/school/courses")
    }
  }

  @Test("The ticked records are exported at an address of its own, to which the form is led")
  func export() async throws {
    try await test { site in
      let (led, _) = try await site.post("tick-1=yes&tick-3=yes&_step=export", Site.path + "?search=e")
      #expect(led.status == .temporaryRedirect && led.headers[.location] == Site.path + "/export?search=e")
      let path = Site.path + "/export"
      let (response, text) = try await site.post("tick-1=yes&tick-3=yes&_step=export", path)
      #expect(response.headers[.contentType]?.hasPrefix("text/csv") == true)
      #expect(text.contains("Algebra") && text.contains("Chemistry") && !text.contains("Biology"))
      let (nothing, _) = try await site.post("_step=export", path)
      #expect(nothing.status == .unprocessableContent)
      let again = try await site.client.execute(uri: path, method: .get)
      #expect(again.status == .seeOther && again.headers[.location] == Site.path)
      // Nothing else happens there.
      let (file, _) = try await site.post("tick-1=yes&_step=delete&_count=1", path)
      #expect(file.headers[.contentType]?.hasPrefix("text/csv") == true)
      #expect(try await site.values("name").count == 4)
    }
  }
}
