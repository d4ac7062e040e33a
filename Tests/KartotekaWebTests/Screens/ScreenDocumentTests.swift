import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Documents of screens")
struct ScreenDocumentTests {
  private let app: RunningApp
  private let list: ListScreen

  init() async throws {
    app = try await School.open()
    list = try Self.list("course", of: app)
  }

  private static func list(_ entity: String, of app: RunningApp) throws -> ListScreen {
    let icon = URLPath("icon")
    let screens = AppScreens(app: app, place: 0, assets: Assets(icon: icon, pixels: icon))
    let entity = try #require(app.store.model.entity(named: entity))
    return try #require(ListScreen(screens, of: entity))
  }

  private func request(
    _ path: String, _ method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:]
  ) -> ScreenRequest {
    let head = HTTPRequest(method: method, scheme: nil, authority: nil, path: path, headerFields: headers)
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    return ScreenRequest(request, app: app, catalogue: app.catalogue)
  }

  /// What the body element of a page says about the entities that it shows; nil where it says nothing.
  private func entities(_ response: TestResponse) -> String? {
    String(buffer: response.body).firstMatch(of: /<body[^>]* data-entities="([^"]*)"/).map { String($0.1) }
  }

  @Test("A record's page is a value with the list's column and the record's, and has read the entities that these show")
  func page() async throws {
    let (document, dependencies) = try await Dependencies.tracking {
      try await RecordScreen(list: list).page(1, request("/school/courses/1"))
    }
    #expect(document.status == .ok && document.isStorable)
    guard case .page(let page, let columns) = document.content else {
      Issue.record("It is no page")
      return
    }
    #expect(page.title.hasPrefix("Algebra"))
    #expect(columns.count == 2 && columns.first is ListColumn && columns.last is RecordColumn)
    #expect(dependencies.entities.contains("course") && !dependencies.isEverything)
  }

  @Test(
    "A list shows fifty rows wherever it is shown",
    arguments: ["", "?search=e", "?selected=1", "/1", "/1?search=e", "/new", "/new?search=e"])
  func rows(path: String) async throws {
    _ = try await app.store.perform(.code) { transaction in
      for number in 0..<60 {
        var course = Record<School.Course>().any
        course["name"] = .text("Course \(number)")
        try transaction.insert(course)
      }
    }
    try await Server([app], port: 0, logger: .quiet).application().test { client in
      let page = String(buffer: try await client.execute(uri: "/school/courses" + path, method: .get).body)
      #expect(page.matches(of: /<a class="?row"?[^>]* href="\/school\/courses\/[0-9]+[?"]/).count == 50)
    }
  }

  @Test("What leads on after a deletion adds the change set to those that the person can undo")
  func redirect() async throws {
    let request = request("/school/courses/4/delete", .post, [:])
    let document = try await DeletionScreen(list: list).delete(4, SubmittedForm([:]), request)
    guard case .redirect = document.content else {
      Issue.record("It does not lead on")
      return
    }
    let changeSet = try #require(document.changeSet)
    let response = DocumentRenderer(screens: list.screens).response(to: request, document, Dependencies())
    #expect(response.status == .seeOther)
    #expect(response.headers[values: .setCookie].contains { $0.hasPrefix("undo-school=\(changeSet)~~") })
  }

  @Test(
    "A page names the entities that it shows, whether or not it is cached",
    arguments: ["/school/courses", "/school/courses/new", "/school/more"])
  func named(path: String) async throws {
    try await Server([app], port: 0, logger: .quiet).application().test { client in
      let page = try await client.execute(uri: path, method: .get)
      #expect(page.status == .ok)
      #expect(entities(page) == "courses")
    }
  }

  @Test("A part of a page names the entities that it shows in a header", arguments: ["rows", "list", "record"])
  func namedPart(part: String) async throws {
    let name = try #require(HTTPField.Name("Kartoteka-Entities"))
    try await Server([app], port: 0, logger: .quiet).application().test { client in
      let path = part == "record" ? "/school/courses/1" : "/school/courses"
      let response = try await client.execute(uri: path + "?part=" + part, method: .get)
      #expect(response.headers[name]?.split(separator: " ").contains("courses") == true)
      #expect(!String(buffer: response.body).contains("<html"))
    }
  }

  @Test("A page names no entities if it shows what the store can't follow, or answers a form")
  func unnamed() async throws {
    try await Server([app], port: 0, logger: .quiet).application().test { client in
      #expect(entities(try await client.execute(uri: "/school/import", method: .get)) == nil)
      let refused = try await client.execute(
        uri: "/school/courses", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
        body: ByteBuffer(string: "name="))
      #expect(refused.status == .unprocessableContent)
      #expect(entities(refused) == nil)
    }
  }

  @Test("A record's page depends on what hinders its background work, which the store can't follow")
  func work() async throws {
    let loaves = try Self.list("loaf", of: try Bakery().open())
    #expect(RecordScreen(list: loaves).dependencies == .outside)
    #expect(RecordScreen(list: list).dependencies.isEmpty)
  }
}
