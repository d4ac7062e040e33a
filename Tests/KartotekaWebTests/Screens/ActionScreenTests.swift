import HTTPTesting
import Hummingbird
import KartotekaModel
import KartotekaStore
import Logging
import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Actions, on the screens")
struct ActionScreenTests {
  private struct Site {
    let app: RunningApp
    private let server: Server

    init(_ app: RunningApp) {
      self.app = app
      server = Server([app], logger: .quiet)
    }

    func get(_ path: String, cookie: String? = nil) async throws -> (status: Int, text: String) {
      let response = try await ask(path, .get, cookie: cookie)
      return (response.status.code, String(buffer: response.body))
    }

    func post(_ path: String, _ form: String = "", cookie: String? = nil) async throws -> TestResponse {
      try await ask(path, .post, form, cookie: cookie)
    }

    private func ask(
      _ path: String, _ method: HTTPRequest.Method, _ form: String? = nil, cookie: String? = nil
    ) async throws -> TestResponse {
      try await server.application().test { client in
        var headers: HTTPFields = form == nil ? [:] : [.contentType: "application/x-www-form-urlencoded"]
        headers[.cookie] = cookie
        return try await client.execute(
          uri: path, method: method, headers: headers, body: form.map { ByteBuffer(string: $0) })
      }
    }

    func isOpen(_ id: RecordID) async throws -> Bool? {
      try await app.store.record(School.Course.self, id: id)?.isOpen
    }
  }

  private func site() async throws -> Site { Site(try await School.open()) }

  private func text(_ response: TestResponse) -> String { String(buffer: response.body) }

  @Test("More has a button for what everybody can do with the application, a record's page for what with it")
  func buttons() async throws {
    let site = try await site()
    let more = try await site.get("/school/more").text
    #expect(more.contains("Mail everyone") && more.contains("href=\"/school/actions/mail?returnTo=%2Fschool%2Fmore\""))
    #expect(!more.contains("/school/actions/demo"), "examples are offered while nothing is there")
    #expect(!more.contains("Close the course"))
    let course = try await site.get("/school/courses/2").text
    #expect(course.contains("Close the course") && course.contains("/school/courses/2/actions/close"))
    #expect(!course.contains("Mail everyone"))
    for page in [more, course] { #expect(!page.contains("Shred") && !page.contains("Reopen")) }
  }

  @Test("inputs are requested in a form that keeps the text after an error")
  func inputs() async throws {
    let site = try await site()
    let form = try await site.get("/school/actions/mail?returnTo=/school/courses")
    #expect(form.status == 200 && form.text.contains("name=\"subject\"") && form.text.contains("name=\"copies\""))
    #expect(form.text.contains("<dialog") && form.text.contains("href=\"/school/courses\""))
    let refused = try await site.post("/school/actions/mail", "subject=+&copies=7")
    #expect(refused.status == .unprocessableContent)
    #expect(text(refused).contains("t be empty") && text(refused).contains("value=\"7\""))
    let done = try await site.post("/school/actions/mail?returnTo=/school/courses", "subject=Hello&copies=2")
    #expect(done.status == .ok)
    #expect(text(done).contains("Sent “Hello” to 4 people, copies: 2"))
    #expect(text(done).contains("href=\"/school/courses\""))
  }

  @Test("what was typed may be forgotten once it is done, and not when the form is shown again")
  func forgetting() async throws {
    let site = try await site()
    func confirmed(_ path: String, _ form: String) async throws -> Bool {
      let response = try await site.post(path, form, cookie: "form-sent=abc1")
      return response.headers[values: .setCookie].contains { $0.hasPrefix("form-saved=abc1;") }
    }
    #expect(try await site.get("/school/actions/mail").text.contains("data-restored="))
    #expect(try await !confirmed("/school/actions/mail", "subject=+&copies=7"))
    #expect(try await !confirmed("/school/actions/mail", "subject=Hello&copies=2&_deed=edit"))
    #expect(try await confirmed("/school/actions/mail", "subject=Hello&copies=2"))
    #expect(try await !confirmed("/school/courses/2/actions/close", ""))
    #expect(try await confirmed("/school/courses/2/actions/close", "_confirmed=yes"))
  }

  @Test("what is to be confirmed asks first, then is done, leads back, and undo is offered")
  func confirmation() async throws {
    let site = try await site()
    for question in [
      try await site.get("/school/courses/2/actions/close").text,
      text(try await site.post("/school/courses/2/actions/close")),
    ] {
      #expect(question.contains("Nobody can join it any more.") && question.contains("name=\"_confirmed\""))
      #expect(question.contains("btn bad"))
    }
    #expect(try await site.isOpen(2) == true)
    let done = try await site.post("/school/courses/2/actions/close", "_confirmed=yes")
    #expect(done.status == .seeOther)
    #expect(done.headers[.location] == "/school/courses/2")
    #expect(try await site.isOpen(2) == false)
    let cookie = try #require(done.headers[.setCookie]?.split(separator: ";").first.map(String.init))
    #expect(try await site.get("/school/courses/2", cookie: cookie).text.contains("Changed Biology"))
    let again = try await site.post("/school/courses/2/actions/close", "_confirmed=yes")
    #expect(again.status == .conflict)
    #expect(text(again).contains("Biology is closed already") && text(again).contains("href=\"/school/courses/2\""))
  }

  @Test(
    "administrators' actions, those of another place and those of no record are not there",
    arguments: [
      "/school/actions/shred", "/school/actions/reopen", "/school/courses/actions/reopen", "/school/actions/close",
      "/school/courses/1/actions/mail", "/school/courses/99/actions/close", "/school/people/1/actions/close",
      "/school/actions/none",
    ])
  func nowhere(path: String) async throws {
    let site = try await site()
    #expect(try await site.get(path).status == 404)
    #expect([404, 405].contains(try await site.post(path, "_confirmed=yes").status.code))
    #expect(try await site.app.store.count(School.Grade.all) == 1)
  }

  @Test("it never leads to another website", arguments: ["https://evil.example/", "//evil.example", "/\\evil.example"])
  func foreignReturn(address: String) async throws {
    let site = try await site()
    let path = URLPath("school", "courses", "2", "actions", "close").with("returnTo", address)
    let done = try await site.post(path.text, "_confirmed=yes")
    #expect(done.headers[.location] == "/school/courses/2")
  }

  @Test("an empty list offers examples while nothing is in the application; they can be taken back")
  func examples() async throws {
    let site = Site(RunningApp(School.app, on: try Store(inMemory: School.app.description.model)))
    let empty = try await site.get("/school/courses").text
    #expect(empty.contains("Fill with examples"))
    let action = try #require(empty.firstMatch(of: /formaction="([^"]+)"/)).1
    let done = try await site.post(String(action))
    #expect(done.status == .seeOther)
    #expect(done.headers[.location] == "/school/courses")
    #expect(done.headers[.setCookie]?.hasPrefix("undo-school=") == true)
    #expect(try await site.app.store.count(School.Person.all) == 2)
    #expect(try await !site.get("/school/courses").text.contains("Fill with examples"))
    let again = try await site.post(String(action))
    #expect(again.status == .conflict)
    #expect(text(again).contains("The examples are there already"))
    #expect(try await site.app.store.count(School.Person.all) == 2)
  }
}
