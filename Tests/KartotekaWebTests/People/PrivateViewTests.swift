import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("Private views")
struct PrivateViewTests {
  private static let views = "/api/school/views"

  private struct Asking {
    let client: TestClient
    let headers: [String: HTTPFields]

    func page(_ path: String, as name: String) async throws -> String {
      var fields = headers[name] ?? [:]
      fields[.acceptLanguage] = "en"
      return try await client.page(path, fields).text
    }

    func form(_ path: String, _ form: String, as name: String) async throws -> TestResponse {
      var fields = headers[name] ?? [:]
      fields[.acceptLanguage] = "en"
      return try await client.form(path, form, fields)
    }

    func send(
      _ method: HTTPRequest.Method, _ path: String, _ json: String = "", as name: String
    ) async throws -> TestResponse {
      var fields = headers[name] ?? [:]
      fields[.contentType] = "application/json"
      return try await client.execute(uri: path, method: method, headers: fields, body: ByteBuffer(string: json))
    }
  }

  // Willi and Wanda write, Sara shapes, Ada administers.
  private func ask(_ body: @escaping @Sendable (Asking) async throws -> Void) async throws {
    let site = try await PeopleSite(["Ada", "Sara", "Willi", "Wanda"])
    let wanda = try #require(try await site.people.person(named: "Wanda"))
    try await site.people.set(roles: ["school": .writes], isAdministrator: false, of: wanda.id, by: .machine("tests"))
    var headers: [String: HTTPFields] = [:]
    for name in ["Ada", "Sara", "Willi", "Wanda"] { headers[name] = try await site.token(of: name) }
    try await site.server.application().test { [headers] client in
      try await body(Asking(client: client, headers: headers))
    }
    _ = site
  }

  private static func number(_ text: String) throws -> String {
    String(try #require(text.firstMatch(of: /"id":(-?\d+)/)?.1))
  }

  @Test("A private view is a tab of its owner alone, and the API hides it from everybody else")
  func hidden() async throws {
    try await ask { site in
      let kept = try await site.form(
        "/school/courses/views", "do=keep&name=My+late+ones&pinned=on&seen=own&sort-0=-seats", as: "Willi")
      #expect(kept.status == .seeOther, "\(kept.text)")
      let shared = try await site.form(
        "/school/courses/views", "do=keep&name=For+all&pinned=on&seen=all&sort-0=seats", as: "Willi")
      #expect(shared.status == .seeOther)
      #expect(try await site.page("/school/courses", as: "Willi").contains("My late ones"))
      #expect(try await site.page("/school/courses/view", as: "Willi").contains("only you"))
      let list = try await site.page(Self.views, as: "Willi")
      let id = try Self.number(String(list[try #require(list.range(of: #"{"id":-"#)).lowerBound...]))
      #expect(list.contains(#""private":true"#) && list.contains("For all"))
      for name in ["Wanda", "Sara", "Ada"] {
        let page = try await site.page("/school/courses", as: name)
        #expect(page.contains("For all") && !page.contains("My late ones"), "\(name)")
        for path in ["/school/courses/view", "/school/more", "/school/history", Self.views] {
          #expect(try await !site.page(path, as: name).contains("My late ones"), "\(path) as \(name)")
        }
        let view = Self.views + "/" + id
        let json = #"{"entity":"courses","name":"Taken"}"#
        #expect(try await site.send(.get, view, as: name).status == .notFound)
        #expect(try await site.send(.put, view, json, as: name).status == .notFound)
        #expect(try await site.send(.delete, view, as: name).status == .notFound)
        let sheet = "/school/courses/views/" + id
        #expect(try await site.send(.get, sheet, as: name).status == .notFound)
        #expect(try await site.form(sheet, "do=delete", as: name).status == .notFound)
        #expect(try await site.form(sheet, "do=save&name=Taken&seen=own", as: name).status == .notFound)
      }
      #expect(try await site.page("/school/courses", as: "Willi").contains("My late ones"))
    }
  }

  @Test("Two people have private views of one name, a view becomes private and is for everybody again")
  func names() async throws {
    try await ask { site in
      let own = #"{"entity":"courses","name":"Mine","sort":"seats","private":true}"#
      let first = try await site.send(.post, Self.views, own, as: "Willi")
      #expect(first.status == .created && first.text.contains(#""private":true"#))
      #expect(try await site.send(.post, Self.views, own, as: "Wanda").status == .created)
      #expect(try await site.send(.post, Self.views, own, as: "Willi").status == .unprocessableContent)
      let path = Self.views + "/" + (try Self.number(first.text))
      let open = #"{"entity":"courses","name":"Mine","sort":"seats"}"#
      let opened = try await site.send(.put, path, open, as: "Willi")
      #expect(opened.status == .ok && !opened.text.contains("private"))
      #expect(try await site.send(.get, path, as: "Willi").status == .notFound, "it has another number")
      let shared = Self.views + "/" + (try Self.number(opened.text))
      #expect(try await site.send(.get, shared, as: "Sara").status == .ok)
      let sheet = "/school/courses/views/" + (try Self.number(opened.text))
      #expect(try await site.page(sheet, as: "Sara").contains("name=\"seen\""))
      #expect(try await site.form(sheet, "do=save&name=Mine&seen=own", as: "Sara").status == .seeOther)
      #expect(try await site.send(.get, shared, as: "Willi").status == .notFound)
      #expect(try await site.page(Self.views, as: "Sara").contains(#""private":true"#))
    }
  }

  @Test("Without people a view is for everybody, and the form has no choice")
  func nobody() async throws {
    let site = try await PeopleSite([])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      #expect(try await !client.page("/school/courses/view").text.contains("name=\"seen\""))
      #expect(try await client.form("/school/courses/views", "do=keep&name=All&seen=own").status == .seeOther)
      let list = try await client.page(Self.views).text
      #expect(list.contains(#""name":"All""#) && !list.contains("private"))
      let refused = try await client.execute(
        uri: Self.views, method: .post, headers: [.contentType: "application/json"],
        body: ByteBuffer(string: #"{"entity":"courses","name":"Mine","private":true}"#))
      #expect(refused.status == .unprocessableContent)
    }
  }
}
