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

  @Test("A person who only reads keeps views for themselves, and changes none for everybody")
  func reading() async throws {
    let site = try await PeopleSite(["Ada", "Rita"])
    let headers = ["Ada": try await site.token(of: "Ada"), "Rita": try await site.token(of: "Rita")]
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let asking = Asking(client: client, headers: headers)
      let shared = try await asking.form("/school/courses/views", "do=keep&name=For+all&sort-0=seats", as: "Ada")
      #expect(shared.status == .seeOther)
      let sheet = try await asking.page("/school/courses/view", as: "Ada")
      #expect(sheet.contains("Keep the view") && sheet.contains("Change For all"))
      let own = try await asking.page("/school/courses/view", as: "Rita")
      #expect(own.contains("For all") && own.contains("sort-0"))
      #expect(own.contains("Keep this view for you alone") && !own.contains("name=\"seen\""))
      #expect(!own.contains("Change For all"))
      // Whatever the form says.
      let kept = try await asking.form(
        "/school/courses/views", "do=keep&name=Mine&pinned=on&seen=all&sort-0=-seats", as: "Rita")
      #expect(kept.status == .seeOther, "\(kept.text)")
      #expect(try await asking.page("/school/courses", as: "Rita").contains("Mine"))
      #expect(try await !asking.page("/school/courses", as: "Ada").contains("Mine"))
      let list = try await asking.page(Self.views, as: "Rita")
      let number = try Self.number(String(list[try #require(list.range(of: #"{"id":-"#)).lowerBound...]))
      let form = "/school/courses/views/" + number
      #expect(try await asking.form(form, "do=save&name=My+own&seen=all", as: "Rita").status == .seeOther)
      #expect(try await asking.page(Self.views + "/" + number, as: "Rita").contains(#""name":"My own""#))
      let opened = try await asking.send(
        .put, Self.views + "/" + number, #"{"entity":"courses","name":"My own"}"#, as: "Rita")
      #expect(opened.status == .forbidden && opened.text.contains("views for you alone"), "\(opened.text)")
      let new = try await asking.send(.post, Self.views, #"{"entity":"courses","name":"New"}"#, as: "Rita")
      #expect(new.status == .forbidden)
      let other = try Self.number(try await asking.page(Self.views + "?entity=courses", as: "Ada"))
      #expect(try await asking.send(.get, "/school/courses/views/" + other, as: "Rita").status == .notFound)
      #expect(try await asking.form("/school/courses/views/" + other, "do=delete", as: "Rita").status == .notFound)
      #expect(try await asking.send(.delete, Self.views + "/" + other, as: "Rita").status == .forbidden)
      let mine = #"{"entity":"courses","name":"For all","private":true}"#
      #expect(try await asking.send(.put, Self.views + "/" + other, mine, as: "Rita").status == .forbidden)
      #expect(try await asking.form(form, "do=delete", as: "Rita").status == .seeOther)
      #expect(try await !asking.page(Self.views, as: "Rita").contains("My own"))
    }
    _ = site
  }

  @Test("A token that only reads keeps no view")
  func readOnlyToken() async throws {
    let site = try await PeopleSite(["Ada", "Willi"])
    let headers = ["Willi": try await site.token(of: "Willi", isReadOnly: true)]
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let asking = Asking(client: client, headers: headers)
      let own = #"{"entity":"courses","name":"Mine","private":true}"#
      let refused = try await asking.send(.post, Self.views, own, as: "Willi")
      #expect(refused.status == .forbidden && refused.text.contains("This token only reads."), "\(refused.text)")
      #expect(try await asking.form("/school/courses/views", "do=keep&name=Mine", as: "Willi").status == .forbidden)
    }
    _ = site
  }

  @Test("A private view that was shown to everybody is private again when that is undone, also beside one of its name")
  func publication() async throws {
    try await ask { site in
      let own = #"{"entity":"courses","name":"Mine","sort":"seats","private":true}"#
      let first = try await site.send(.post, Self.views, own, as: "Willi")
      let path = Self.views + "/" + (try Self.number(first.text))
      let open = #"{"entity":"courses","name":"Mine","sort":"seats"}"#
      #expect(try await site.send(.put, path, open, as: "Willi").status == .ok)
      #expect(try await site.page(Self.views, as: "Wanda").contains("Mine"))
      let changeSet = try Self.number(try await site.page("/api/school/changesets?limit=1", as: "Willi"))
      #expect(try await site.send(.post, Self.views, own, as: "Willi").status == .created)
      // Whoever undoes it.
      let undone = try await site.send(.post, "/api/school/changesets/\(changeSet)/undo", as: "Sara")
      #expect(undone.status == .ok, "\(undone.text)")
      for name in ["Wanda", "Sara", "Ada"] {
        #expect(try await !site.page(Self.views, as: name).contains("Mine"), "\(name)")
      }
      let list = try await site.page(Self.views, as: "Willi")
      #expect(list.contains(#""name":"Mine""#) && list.contains(#""name":"Mine 2""#) && list.contains(#""total":2"#))
      let again = try Self.number(try await site.page("/api/school/changesets?limit=1", as: "Willi"))
      #expect(try await site.send(.post, "/api/school/changesets/\(again)/undo", as: "Sara").status == .ok)
      #expect(try await site.page(Self.views, as: "Wanda").contains("Mine"))
      // Done again, it is no second view of its owner's, and undone once more it is private again.
      let opened = try await site.page(Self.views, as: "Willi")
      #expect(opened.contains(#""total":2"#) && !opened.contains("Mine 2"), "\(opened)")
      let third = try Self.number(try await site.page("/api/school/changesets?limit=1", as: "Willi"))
      #expect(try await site.send(.post, "/api/school/changesets/\(third)/undo", as: "Sara").status == .ok)
      #expect(try await !site.page(Self.views, as: "Wanda").contains("Mine"))
      #expect(try await site.page(Self.views, as: "Willi").contains(#""total":2"#))
    }
  }

  @Test("A view of an earlier version, whose owner may be another person, is seen by those who shape the application")
  func earlier() async throws {
    let site = try await PeopleSite(["Ada", "Willi", "Sara"])
    let willi = try #require(try await site.people.person(named: "Willi"))
    var headers: [String: HTTPFields] = [:]
    for name in ["Ada", "Willi", "Sara"] { headers[name] = try await site.token(of: name) }
    var view = SavedView(entity: "course", name: "Old", query: "sort=seats")
    view.owner = willi.id.number
    let school = try #require(site.server.apps.first)
    _ = try await school.store.perform(.code) { [view] in try $0.save(view) }
    try await site.server.application().test { [headers] (client: TestClient) async throws -> Void in
      let asking = Asking(client: client, headers: headers)
      #expect(try await !asking.page(Self.views, as: "Willi").contains("Old"))
      let list = try await asking.page(Self.views, as: "Sara")
      #expect(list.contains("Old"))
      let open = #"{"entity":"courses","name":"Old","sort":"seats"}"#
      #expect(try await asking.send(.put, Self.views + "/" + Self.number(list), open, as: "Sara").status == .ok)
      #expect(try await asking.page(Self.views, as: "Willi").contains("Old"))
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
