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

@Suite("Who made a change")
struct AuthorTests {
  /// A site with Ada, Willi and Sara, as programs of theirs ask it.
  private struct Asking {
    let client: TestClient
    let headers: [String: HTTPFields]
    let numbers: [String: Int64]

    func page(_ path: String, as name: String = "Ada", _ status: HTTPResponse.Status = .ok) async throws -> String {
      var fields = headers[name] ?? [:]
      fields[.acceptLanguage] = "en"
      let response = try await client.page(path, fields)
      #expect(response.status == status, "\(path)")
      return response.text
    }

    func send(_ method: HTTPRequest.Method, _ path: String, _ json: String, as name: String) async throws {
      var fields = headers[name] ?? [:]
      fields[.contentType] = "application/json"
      let response = try await client.execute(
        uri: path, method: method, headers: fields, body: ByteBuffer(string: json))
      #expect(response.status.kind == .successful, "\(path): \(response.text)")
    }

    func number(_ name: String) throws -> Int64 { try #require(numbers[name]) }
  }

  private func ask(_ body: @escaping @Sendable (Asking) async throws -> Void) async throws {
    let site = try await PeopleSite(["Ada", "Willi", "Sara"])
    var (headers, numbers): ([String: HTTPFields], [String: Int64]) = ([:], [:])
    for name in ["Ada", "Willi", "Sara"] {
      headers[name] = try await site.token(of: name)
      numbers[name] = try #require(try await site.people.person(named: name)).authorID
    }
    try await site.server.application().test { [headers, numbers] client in
      try await body(Asking(client: client, headers: headers, numbers: numbers))
    }
    _ = site
  }

  @Test("History shows the author of each change, and narrows down to a person, page by page")
  func history() async throws {
    try await ask { site in
      try await site.send(.patch, "/api/school/courses/2", #"{"name":"Botany"}"#, as: "Sara")
      for seats in 1...RowLimits.page + 5 {
        try await site.send(.patch, "/api/school/courses/1", #"{"seats":\#(seats)}"#, as: "Willi")
      }
      let (sara, willi) = (try site.number("Sara"), try site.number("Willi"))
      let all = try await site.page("/school/history")
      #expect(all.contains("By the API · Willi") && !all.contains("Changed Botany"))
      #expect(all.contains("<span class=who data-who=\(willi % 8) aria-hidden=true>W</span>"))
      #expect(all.contains("person=\(sara)") && all.contains("person=\(willi)"))
      #expect(!all.contains("person=\(try site.number("Ada"))"), "Ada did nothing")
      let own = try await site.page("/school/history?person=\(sara)")
      #expect(own.contains("Changed Botany") && !own.contains("Changed Algebra"))
      let first = try await site.page("/school/history?person=\(willi)&origin=api&search=algebra")
      let next = try #require(first.firstMatch(of: /rel=next href="([^"]+)"/)?.1).replacing("&amp;", with: "&")
      #expect(next.contains("person=\(willi)") && next.contains("origin=api") && next.contains("search=algebra"))
      let second = try await site.page(String(next))
      #expect(second.contains("Changed Algebra") && !second.contains("rel=next"))
    }
  }

  @Test("History is narrowed down to days, by ready choices and by two dates; days that are none are refused in words")
  func days() async throws {
    try await ask { site in
      try await site.send(.patch, "/api/school/courses/2", #"{"name":"Botany"}"#, as: "Sara")
      let sara = try site.number("Sara")
      let page = try await site.page("/school/history?person=\(sara)&kind=courses")
      #expect(page.contains("Last week") && page.contains("This month") && page.contains("type=date"))
      let form = try #require(page.firstMatch(of: /<form id="days".*?<\/form>/.dotMatchesNewlines())?.0)
      #expect(form.contains("name=\"person\" value=\"\(sara)\"") && form.contains("value=\"courses\""))
      let month = try #require(page.firstMatch(of: /href="([^"]+)">This month/)?.1).replacing("&amp;", with: "&")
      #expect(month.contains("person=\(sara)") && month.contains("from=") && month.contains("to="))
      #expect(try await site.page(String(month)).contains("Changed Botany"))
      let past = try await site.page("/school/history?from=2001-01-01&to=2001-12-31")
      #expect(past.contains("Nothing was done that is chosen above.") && !past.contains("Changed Botany"))
      #expect(try await site.page("/school/history?from=2001-01-01").contains("Changed Botany"))
      let turned = try await site.page("/school/history?from=2026-02-01&to=2026-01-01")
      #expect(turned.contains("The last day is before the first one.") && !turned.contains("Changed Botany"))
      #expect(try await site.page("/school/history?from=x%22").contains("This has to be a day: 2026-01-31."))
    }
  }

  @Test("A record's history has its own authors to choose from, and is narrowed down like that of the application")
  func recordHistory() async throws {
    try await ask { site in
      try await site.send(.patch, "/api/school/courses/2", #"{"name":"Botany"}"#, as: "Sara")
      try await site.send(.patch, "/api/school/courses/2", #"{"seats":7}"#, as: "Willi")
      try await site.send(.patch, "/api/school/courses/1", #"{"seats":8}"#, as: "Ada")
      let (sara, ada) = (try site.number("Sara"), try site.number("Ada"))
      let page = try await site.page("/school/courses/2/history")
      #expect(page.contains("· Sara") && page.contains("· Willi") && page.contains("class=who"))
      #expect(page.contains("person=\(sara)") && !page.contains("person=\(ada)"))
      let own = try await site.page("/school/courses/2/history?person=\(sara)")
      #expect(own.contains("Botany</ins>") && !own.contains("· Willi"))
      let none = try await site.page("/school/courses/2/history?person=\(ada)")
      #expect(none.contains("Nothing was done that is chosen above."))
      #expect(try await site.page("/school/courses/2/history?to=2001-01-01").contains("Nothing was done that"))
      // A deleted record keeps its title, whatever is chosen.
      try await site.send(.delete, "/api/school/courses/2", "", as: "Ada")
      #expect(try await site.page("/school/courses/2/history?person=\(sara)").contains("History of Botany"))
    }
  }

  @Test("By the API a record's history is narrowed down to a person and to days like that of the application")
  func recordHistoryAPI() async throws {
    try await ask { site in
      try await site.send(.patch, "/api/school/courses/2", #"{"name":"Botany"}"#, as: "Sara")
      try await site.send(.patch, "/api/school/courses/2", #"{"seats":7}"#, as: "Willi")
      let path = "/api/school/courses/2/history"
      let (sara, ada) = (try site.number("Sara"), try site.number("Ada"))
      let own = try await site.page(path + "?person=\(sara)")
      #expect(own.contains(#""personId":\#(sara)"#) && own.contains("Botany") && !own.contains(#""seats""#))
      #expect(try await site.page(path + "?person=\(ada)").contains(#""items":[]"#))
      #expect(try await site.page(path + "?to=2001-01-01").contains(#""items":[]"#))
      #expect(try await site.page(path + "?from=2001-01-01").contains(#""seats""#))
      for wrong in ["person=Sara", "person=0", "from=x", "to=2026-13-01"] {
        _ = try await site.page(path + "?" + wrong, .badRequest)
      }
    }
  }

  @Test("History names a renamed and a removed person as of then, and goes on to list what they did")
  func renamed() async throws {
    let site = try await PeopleSite(["Ada", "Willi"])
    let (ada, willi) = (try await site.token(of: "Ada"), try await site.token(of: "Willi"))
    let person = try #require(try await site.people.person(named: "Willi"))
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      func change(_ json: String) async throws {
        var fields = willi
        fields[.contentType] = "application/json"
        let response = try await client.execute(
          uri: "/api/school/courses/1", method: .patch, headers: fields, body: ByteBuffer(string: json))
        #expect(response.status == .ok, "\(response.text)")
      }
      try await change(#"{"seats":7}"#)
      try await site.people.set(
        name: "Wilhelmina", Preferences(), of: person.id, by: .machine("tests"))
      try await change(#"{"seats":8}"#)
      try await site.people.remove(person.id, by: .machine("tests"))
      // Another person of the name is somebody else.
      let other = try await site.people.add("Willi", password: nil, by: .machine("tests"))
      let path = "/api/school/changesets?person="
      let done = try await client.page(path + String(person.authorID), ada).text
      #expect(done.contains(#""person":"Willi""#) && done.contains(#""person":"Wilhelmina""#))
      #expect(try await client.page(path + String(other.authorID), ada).text.contains(#""items":[]"#))
      var english = ada
      english[.acceptLanguage] = "en"
      let page = try await client.page("/school/courses/1/history", english).text
      #expect(page.contains("· Willi") && page.contains("· Wilhelmina"))
    }
  }

  @Test("An action and an import have the person who began them")
  func actionsAndImports() async throws {
    let site = try await PeopleSite(["Ada", "Willi", "Sara"])
    let folder = FileManager.default.temporaryDirectory.appending(path: "school-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Uploads are kept in the data folder.
    var server = Server(try await RunningApp.open([School.app], in: folder), port: 0, logger: .quiet)
    server.people = site.people
    let (ada, sara) = (try await site.token(of: "Ada"), try await site.token(of: "Sara"))
    let willi = try await site.token(of: "Willi")
    func number(_ name: String) async throws -> Int64 {
      try #require(try await site.people.person(named: name)).authorID
    }
    let (ofSara, ofWilli) = (try await number("Sara"), try await number("Willi"))
    try await server.application().test { (client: TestClient) async throws -> Void in
      func send(_ path: String, _ type: String, _ body: String, _ headers: HTTPFields) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = type
        return try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
      }
      func done(_ person: Int64) async throws -> String {
        try await client.page("/api/school/changesets?person=\(person)", ada).text
      }
      let json = "application/json"
      #expect(try await send("/api/school/courses", json, #"{"name":"Algebra"}"#, ada).status == .created)
      #expect(try await done(ofWilli).contains(#""items":[]"#))
      #expect(try await send("/api/school/courses/1/actions/close", json, "{}", willi).status == .ok)
      #expect(try await done(ofWilli).contains(#""person":"Willi""#))
      let file =
        "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"people.csv\"\r\n\r\nName\nZora\n\r\n--b--\r\n"
      let upload = try await send("/school/import", "multipart/form-data; boundary=b", file, sara)
      let path = try #require(upload.headers[.location])
      let deadline = ContinuousClock.now + .seconds(120)
      var isOver = false
      while !isOver, .now < deadline {
        _ = try await client.form(path, "load-1=on&unresolved=empty&scope=good", sara)
        try await Task.sleep(for: .milliseconds(20))
        isOver = try await client.page(path, sara).status == .seeOther
      }
      #expect(try await client.page("/api/school/people", ada).text.contains("Zora"))
      #expect(try await done(ofSara).contains(#""person":"Sara""#))
    }
    _ = site
  }

  @Test("A card says who changed the record or a part of it last, and follows")
  func card() async throws {
    try await ask { site in
      #expect(try await !site.page("/school/courses/1").contains("Last change:"), "nobody is known of before")
      try await site.send(.patch, "/api/school/courses/1", #"{"seats":7}"#, as: "Sara")
      let page = try await site.page("/school/courses/1")
      #expect(page.contains("Last change:") && page.contains(">S</span>") && page.contains("Sara, "))
      #expect(try await site.page("/school/courses/1", as: "Willi").contains("Sara, "))
      #expect(try await !site.page("/school/courses/2").contains("Last change:"))
      try await site.send(.post, "/api/school/grades", #"{"points":3,"course":1,"person":1}"#, as: "Willi")
      let after = try await site.page("/school/courses/1")
      #expect(after.contains("Willi, ") && !after.contains("Sara, "))
    }
  }

  @Test("The administrator's token has a name in history, in the API and on cards, and is no person to choose")
  func serverToken() async throws {
    let site = try await PeopleSite(["Ada"])
    var server = site.server
    server.administrator = try Administrator(token: "s3cret")
    var (token, ada): (HTTPFields, HTTPFields) = ([.authorization: "Bearer s3cret"], try await site.token(of: "Ada"))
    ada[.acceptLanguage] = "en"
    token[.contentType] = "application/json"
    try await server.application().test { [token, ada] (client: TestClient) async throws -> Void in
      func send(_ method: HTTPRequest.Method, _ path: String, _ json: String) async throws -> TestResponse {
        try await client.execute(uri: path, method: method, headers: token, body: ByteBuffer(string: json))
      }
      #expect(try await send(.patch, "/api/school/courses/1", #"{"seats":7}"#).status == .ok)
      let newest = "/api/school/changesets?limit=1"
      let made = try await client.page(newest, ada).text
      #expect(made.contains(#""person":"admin-token""#) && !made.contains("personId"), "\(made)")
      let card = try await client.page("/school/courses/1", ada).text
      #expect(card.contains("Last change:") && card.contains("admin-token, "))
      for path in ["/school/history", "/school/courses/1/history"] {
        let history = try await client.page(path, ada).text
        #expect(history.contains("· admin-token") && !history.contains("person="), "\(path)")
      }
      let number = try #require(made.firstMatch(of: /"id":(\d+)/)?.1)
      #expect(try await send(.post, "/api/school/changesets/\(number)/undo", "{}").status == .ok)
      let undone = try await client.page(newest, ada).text
      #expect(undone.contains(#""person":"admin-token""#) && undone.contains(#""undoes":\#(number)"#), "\(undone)")
      // What it may do is as it was.
      #expect(try await client.page("/api/me", token).text.contains(#"{"person":null,"administrator":true"#))
    }
  }

  @Test("Without people a card has no author and history no choice of persons")
  func nobody() async throws {
    let site = try await PeopleSite([])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let changed = try await client.execute(
        uri: "/api/school/courses/1", method: .patch, headers: [.contentType: "application/json"],
        body: ByteBuffer(string: #"{"seats":7}"#))
      #expect(changed.status == .ok)
      #expect(try await !client.page("/school/courses/1").text.contains("Last change:"))
      let history = try await client.page("/school/history").text
      #expect(!history.contains("class=who") && !history.contains("person="))
    }
  }
}
