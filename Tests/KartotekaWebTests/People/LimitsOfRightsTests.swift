import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("Where rights end")
struct LimitsOfRightsTests {
  private static let shelf =
    #"{"version":1,"name":"shelf","entities":[{"name":"book","attributes":[{"name":"title","required":true}]}]}"#

  @Test("Roles in an application end with it: the next one of its name is another one")
  func removedApplication() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let site = try await PeopleSite(["Ada", "Otto"])
    var server = site.server
    server.designs = DesignFolder(folder, besides: server.apps.map(\.app))
    var ada = try await site.token(of: "Ada")
    ada[.contentType] = "application/json"
    let otto = try await site.token(of: "Otto")
    let id = try #require(try await site.people.person(named: "Otto")).id
    try await server.application().test { [ada] client in
      func make() async throws {
        let made = try await client.execute(
          uri: "/api/apps", method: .post, headers: ada, body: ByteBuffer(string: Self.shelf))
        #expect(made.status == .created, "\(made.text)")
      }
      // Another process has removed one of that name without telling.
      try await site.people.set(roles: ["shelf": .shapes], isAdministrator: false, of: id, by: .machine("tests"))
      try await make()
      #expect(try await client.page("/api/shelf/books", otto).status == .notFound)
      try await site.people.set(roles: ["shelf": .writes], isAdministrator: false, of: id, by: .machine("tests"))
      #expect(try await client.page("/api/shelf/books", otto).status == .ok)
      let removed = try await client.execute(uri: "/api/shelf?confirm=shelf", method: .delete, headers: ada)
      #expect(removed.status == .noContent, "\(removed.text)")
      #expect(try await site.people.person(id)?.roles == [:])
      try await make()
      #expect(try await client.page("/api/shelf/books", otto).status == .notFound)
    }
  }

  @Test("A token of an administrator administers the server, and changes nobody's account")
  func tokens() async throws {
    let site = try await PeopleSite(["Ada", "Rita"])
    let ada = try await site.token(of: "Ada")
    let rita = try #require(try await site.people.person(named: "Rita")).id
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let forms = [
        ("/apps/people/invite", "administrator=on"), ("/apps/people/\(rita)", "administrator=on"),
        ("/apps/people/\(rita)/password", ""), ("/apps/people/\(rita)/sessions", ""),
        ("/apps/people/\(rita)/remove", ""), ("/apps/people/links", "link=1"),
      ]
      for (address, form) in forms {
        #expect(try await client.form(address, form, ada).status == .forbidden, "\(address)")
      }
      #expect(try await client.page("/api/me", ada).text.contains(#""administrator":true"#))
    }
    #expect(try await site.people.invitations().isEmpty)
    #expect(try await site.people.person(rita)?.isAdministrator == false)
  }

  @Test("A stream of changes goes on for the administrator's token")
  func administratorsStream() async throws {
    let site = try await PeopleSite(["Ada"])
    var server = site.server
    server.administrator = try Administrator(token: "right")
    var headers: HTTPFields = [.authorization: "Bearer right"]
    headers[.contentType] = "application/json"
    try await server.application().test { [headers] client in
      try await EventReader.follow(client.port, authorization: "Bearer right") { reader in
        try await reader.read(to: ": open\n\n")
        let made = try await client.execute(
          uri: "/api/school/courses", method: .post, headers: headers, body: ByteBuffer(string: #"{"name":"Drawing"}"#))
        #expect(made.status == .created)
        #expect(try await reader.read(to: "\"inserted\":[").contains("courses"))
      }
    }
  }

  @Test("A key of a repeated request is its person's: nobody gets the answer to somebody else")
  func idempotency() async throws {
    let site = try await PeopleSite(["Ada", "Willi", "Sara"])
    let key = try #require(HTTPField.Name("Idempotency-Key"))
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      func create(_ name: String) async throws -> HTTPResponse.Status {
        var headers = try await site.token(of: name)
        (headers[.contentType], headers[key]) = ("application/json", "one")
        return try await client.execute(
          uri: "/api/school/courses", method: .post, headers: headers, body: ByteBuffer(string: #"{"name":"Drawing"}"#)
        ).status
      }
      #expect(try await create("Willi") == .created)
      #expect(try await create("Willi") == .created)
      // Its own attempt, whose name is taken.
      #expect(try await create("Sara") == .conflict)
    }
  }

  @Test("A route that is in no table is an administrator's alone")
  func withoutRow() async throws {
    let site = try await PeopleSite(["Ada", "Sara"])
    let (ada, sara) = (try await site.token(of: "Ada"), try await site.token(of: "Sara"))
    let application = site.server.application(adding: {
      $0.get("/school/extra") { _, _ in Response(status: .accepted) }
    })
    try await application.test { (client: TestClient) async throws -> Void in
      #expect(try await client.page("/school/extra", sara).status == .forbidden)
      #expect(try await client.page("/school/extra", ada).status == .accepted)
      #expect(try await client.page("/school/nothing", sara).status == .notFound)
    }
  }

  @Test("An application that is called me keeps its address")
  func me() async throws {
    let site = try await PeopleSite([])
    let description = AppDescription(
      name: "me", title: "Me", summary: "", symbol: .person, hue: 220, model: usersCRUD.description.model, tabs: [])
    let app = RunningApp(App(description), on: try Store(inMemory: description.model))
    var server = Server([app], port: 0, logger: .quiet)
    server.people = site.people
    try await server.application().test { (client: TestClient) async throws -> Void in
      #expect(try await client.page("/api/me").text.contains(#""entities""#))
      #expect(try await client.page("/api/me/users").status == .ok)
    }
  }
}
