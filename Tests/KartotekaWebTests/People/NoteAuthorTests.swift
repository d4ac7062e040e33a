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

@Suite("Authors of notes")
struct NoteAuthorTests {
  private static let notes = "/api/userscrud/user-notes"

  /// The address book with a person in it. Ada administers, Sara shapes, Willi and Wanda write, Rita reads.
  private struct Asking {
    let client: TestClient
    let headers: [String: HTTPFields]

    func page(_ path: String, as name: String) async throws -> String {
      var fields = headers[name] ?? [:]
      fields[.acceptLanguage] = "en"
      let response = try await client.page(path, fields)
      #expect(response.status == .ok, "\(path)")
      return response.text
    }

    func send(
      _ method: HTTPRequest.Method, _ path: String, _ json: String = "", as name: String
    ) async throws -> TestResponse {
      var fields = headers[name] ?? [:]
      (fields[.contentType], fields[.acceptLanguage]) = ("application/json", "en")
      return try await client.execute(uri: path, method: method, headers: fields, body: ByteBuffer(string: json))
    }

    func status(
      _ method: HTTPRequest.Method, _ path: String, _ json: String = "", as name: String
    ) async throws -> Int { try await send(method, path, json, as: name).status.code }

    /// The number of the newest change set.
    func newest() async throws -> String {
      let text = try await send(.get, "/api/userscrud/changesets?limit=1", as: "Ada").text
      return String(try #require(text.firstMatch(of: /"id":(\d+)/)?.1))
    }
  }

  private func ask(_ body: @escaping @Sendable (Asking) async throws -> Void) async throws {
    let site = try await PeopleSite(["Ada", "Sara", "Willi", "Wanda", "Rita"])
    let roles: [String: Role] = ["Sara": .shapes, "Willi": .writes, "Wanda": .writes, "Rita": .reads]
    var headers: [String: HTTPFields] = [:]
    for name in ["Ada", "Sara", "Willi", "Wanda", "Rita"] {
      let person = try #require(try await site.people.person(named: name))
      if let role = roles[name] {
        try await site.people.set(
          roles: ["userscrud": role], isAdministrator: false, of: person.id, by: .machine("tests"))
      }
      headers[name] = try await site.token(of: name)
    }
    try await site.server.application().test { [headers] client in
      let asking = Asking(client: client, headers: headers)
      let person = #"{"firstName":"Anna","lastName":"Kowalska","phone":"+48225551472","address":"Rynek 1"}"#
      #expect(try await asking.status(.post, "/api/userscrud/users", person, as: "Willi") == 201)
      try await body(asking)
    }
    _ = site
  }

  @Test("A note has its author, whom nobody chooses, on the card, in the API and in the history")
  func author() async throws {
    try await ask { site in
      let made = try await site.send(.post, Self.notes, #"{"user":1,"text":"Call her"}"#, as: "Willi")
      #expect(made.status == .created && made.text.contains(#""writtenBy":"Willi""#), "\(made.text)")
      let forged = try await site.send(
        .post, Self.notes, #"{"user":1,"text":"Mine","writtenBy":"Ada"}"#, as: "Willi")
      #expect(forged.status.kind == .clientError)
      #expect(try await site.status(.patch, Self.notes + "/1", #"{"writtenBy":"Ada"}"#, as: "Willi") >= 400)
      let card = try await site.page("/userscrud/users/1", as: "Rita")
      #expect(card.contains("Call her") && card.contains(">W</span>") && card.contains("<span class=sub>Willi</span>"))
      let own = try await site.page("/userscrud/user-notes/1", as: "Ada")
      #expect(own.contains("f-writtenBy") && !own.contains("f-writtenByNumber"))
      let history = try await site.page("/userscrud/users/1/history", as: "Rita")
      #expect(history.contains("Call her") && history.contains("· Willi"))
    }
  }

  @Test("Only the author and those who may change the application change and delete a note")
  func rights() async throws {
    try await ask { site in
      let path = Self.notes + "/1"
      #expect(try await site.status(.post, Self.notes, #"{"user":1,"text":"Call her"}"#, as: "Willi") == 201)
      let refused = try await site.send(.patch, path, #"{"text":"Don't"}"#, as: "Wanda")
      #expect(refused.status == .conflict)
      #expect(refused.text.contains("Only Willi and people who may change the application"))
      #expect(try await site.status(.delete, path, as: "Wanda") == 409)
      let batch = try await site.send(
        .post, "/api/userscrud/batch", #"{"operations":[{"delete":"user-notes","id":1}]}"#, as: "Wanda")
      #expect(batch.status.kind == .clientError, "\(batch.text)")
      var fields = try #require(site.headers["Wanda"])
      fields[.acceptLanguage] = "en"
      let form = try await site.client.form("/userscrud/user-notes/1/delete", "_confirmed=yes", fields)
      #expect(form.status.kind != .redirection, "\(form.status)")
      // Pages of equal rights are not mistaken for each other.
      let (own, others) = (
        try await site.page("/userscrud/users/1", as: "Willi"), try await site.page("/userscrud/users/1", as: "Wanda")
      )
      #expect(own.contains("Delete Call her") && !others.contains("Delete Call her"))
      #expect(try await site.page("/userscrud/users/1", as: "Sara").contains("Delete Call her"))
      #expect(try await site.status(.patch, path, #"{"text":"Call her back"}"#, as: "Willi") == 200)
      let changed = try await site.send(.patch, path, #"{"text":"Call her now"}"#, as: "Sara")
      #expect(changed.status == .ok && changed.text.contains(#""writtenBy":"Willi""#), "the author stays")
      #expect(try await site.status(.delete, path, as: "Ada") == 204)
    }
  }

  @Test("Nobody's undo changes a note of somebody else; a record takes its notes along, and brings them back")
  func undo() async throws {
    try await ask { site in
      #expect(try await site.status(.post, Self.notes, #"{"user":1,"text":"Call her"}"#, as: "Willi") == 201)
      let added = try await site.newest()
      let undo = "/api/userscrud/changesets/\(added)/undo"
      let plan = try await site.send(.get, undo, as: "Wanda")
      #expect(plan.status == .conflict && plan.text.contains("somebody else has written"), "\(plan.text)")
      #expect(try await site.status(.post, undo, as: "Wanda") == 409)
      #expect(try await site.page("/userscrud/users/1", as: "Rita").contains("Call her"))
      #expect(try await site.status(.delete, "/api/userscrud/users/1", as: "Wanda") == 204)
      let deleted = try await site.newest()
      #expect(try await site.status(.post, "/api/userscrud/changesets/\(deleted)/undo", as: "Wanda") == 200)
      #expect(try await site.page(Self.notes + "/1", as: "Rita").contains(#""writtenBy":"Willi""#))
      #expect(try await site.status(.post, undo, as: "Willi") == 200)
    }
  }

  @Test("A note of before has no author: those who may change the application change it, and without people everybody")
  func withoutAuthor() async throws {
    let site = try await PeopleSite([])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      func send(
        _ method: HTTPRequest.Method, _ path: String, _ json: String, _ headers: HTTPFields = [:]
      ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "application/json"
        return try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(string: json))
      }
      let person = #"{"firstName":"Anna","lastName":"Kowalska","phone":"+48225551472","address":"Rynek 1"}"#
      #expect(try await send(.post, "/api/userscrud/users", person).status == .created)
      let note = try await send(.post, Self.notes, #"{"user":1,"text":"Old"}"#)
      #expect(note.text.contains(#""writtenBy":null"#))
      #expect(try await send(.patch, Self.notes + "/1", #"{"text":"Older"}"#).status == .ok)
      try await site.people.add("Ada", password: nil, isAdministrator: true, by: .machine("tests"))
      try await site.people.add("Willi", password: nil, roles: ["userscrud": .writes], by: .machine("tests"))
      let (ada, willi) = (try await site.token(of: "Ada"), try await site.token(of: "Willi"))
      #expect(try await send(.patch, Self.notes + "/1", #"{"text":"New"}"#, willi).status == .conflict)
      #expect(try await send(.patch, Self.notes + "/1", #"{"text":"New"}"#, ada).status == .ok)
    }
  }
}
