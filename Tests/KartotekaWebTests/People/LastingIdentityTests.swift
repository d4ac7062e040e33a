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

@Suite("An application that comes to another server")
struct LastingIdentityTests {
  private struct Asking {
    let client: TestClient
    let headers: [String: HTTPFields]

    func send(
      _ method: HTTPRequest.Method, _ path: String, _ json: String = "", as name: String
    ) async throws -> TestResponse {
      var fields = headers[name] ?? [:]
      fields[.contentType] = "application/json"
      return try await client.execute(uri: path, method: method, headers: fields, body: ByteBuffer(string: json))
    }
  }

  /// The people of a site whose second person writes in the address book, and their headers.
  private func site(_ second: String) async throws -> (site: PeopleSite, person: Person, headers: [String: HTTPFields])
  {
    let site = try await PeopleSite(["Ada", second])
    let person = try #require(try await site.people.person(named: second))
    try await site.people.set(
      roles: ["userscrud": .writes], isAdministrator: false, of: person.id, by: .machine("tests"))
    let headers = ["Ada": try await site.token(of: "Ada"), second: try await site.token(of: second)]
    return (site, try #require(try await site.people.person(person.id)), headers)
  }

  @Test("It gives notes, private views, calendars and the history of a person to nobody who has the same number there")
  func elsewhere() async throws {
    let (here, there) = (try await site("Willi"), try await site("Wanda"))
    #expect(here.person.id == there.person.id && here.person.authorID != there.person.authorID)
    try await here.site.server.application().test { (client: TestClient) async throws -> Void in
      let asking = Asking(client: client, headers: here.headers)
      let person = #"{"firstName":"Anna","lastName":"Kowalska","phone":"+48225551472","address":"Rynek 1"}"#
      #expect(try await asking.send(.post, "/api/userscrud/users", person, as: "Willi").status == .created)
      let note = #"{"user":1,"text":"Call her"}"#
      #expect(try await asking.send(.post, "/api/userscrud/user-notes", note, as: "Willi").status == .created)
      let view = #"{"entity":"users","name":"Mine","private":true}"#
      #expect(try await asking.send(.post, "/api/userscrud/views", view, as: "Willi").status == .created)
    }
    var server = Server(here.site.server.apps, port: 0, logger: .quiet)
    server.people = there.site.people
    try await server.application().test { (client: TestClient) async throws -> Void in
      let asking = Asking(client: client, headers: there.headers)
      let note = "/api/userscrud/user-notes/1"
      #expect(try await asking.send(.patch, note, #"{"text":"Don't"}"#, as: "Wanda").status == .conflict)
      #expect(try await asking.send(.delete, note, as: "Wanda").status == .conflict)
      for name in ["Wanda", "Ada"] {
        #expect(try await !asking.send(.get, "/api/userscrud/views", as: name).text.contains("Mine"), "\(name)")
      }
      let done = try await asking.send(
        .get, "/api/userscrud/changesets?person=\(there.person.authorID)", as: "Wanda")
      #expect(done.text.contains(#""items":[]"#))
      let undo = "/api/userscrud/changesets/2/undo"
      #expect(try await asking.send(.post, undo, as: "Wanda").status == .conflict)
      #expect(try await asking.send(.patch, note, #"{"text":"Call"}"#, as: "Ada").status == .ok)
    }
    let feed = Author.$current.withValue(here.person.author) {
      CalendarFeed(
        id: "", entity: "user", query: "", title: "", language: "en", person: here.person.id.number, made: Date())
    }
    #expect(try await feed.access(to: "userscrud", by: here.site.people) != nil)
    #expect(try await feed.access(to: "userscrud", by: there.site.people) == nil)
    // Whoever is known there is still known here.
    try await here.site.server.application().test { (client: TestClient) async throws -> Void in
      let asking = Asking(client: client, headers: here.headers)
      #expect(try await asking.send(.get, "/api/userscrud/views", as: "Willi").text.contains("Mine"))
      let note = "/api/userscrud/user-notes/1"
      #expect(try await asking.send(.patch, note, #"{"text":"Call her"}"#, as: "Willi").status == .ok)
    }
  }
}
