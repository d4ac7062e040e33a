import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("What somebody typed who may no longer send it")
struct RefusedFormTests {
  /// A form for a new person of the school.
  private static let form = "name=Typed+for+a+while&notes=One%0ATwo&_once=only-once&_search=secret+search"

  @Test("It is shown to somebody who was signed out, demoted, left without a role or removed, and nothing is stored")
  func shown() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Willi"])
    let willi = try #require(try await site.people.person(named: "Willi"))
    let machine = PeopleChanger.machine("tests")
    try await site.server.application().test { client in
      func refused(_ cookie: HTTPFields, _ status: HTTPResponse.Status) async throws {
        let answer = try await client.form("/school/courses", Self.form, cookie)
        #expect(answer.status == status)
        #expect(answer.text.contains("Typed for a while") && answer.text.contains("\nOne\nTwo</textarea>"))
        #expect(answer.text.contains("What you typed") && !answer.text.contains("secret search"))
        #expect(!answer.text.contains("only-once"))
        if status == .unauthorized { #expect(!answer.text.contains("Willi") && !answer.text.contains("School")) }
      }
      let cookie = try await site.session(of: "Willi", client)
      try await site.people.set(roles: ["school": .reads], isAdministrator: false, of: willi.id, by: machine)
      try await refused(cookie, .forbidden)
      try await site.people.set(roles: [:], isAdministrator: false, of: willi.id, by: machine)
      try await refused(cookie, .notFound)
      try await site.people.set(roles: ["school": .writes], isAdministrator: false, of: willi.id, by: machine)
      try await site.people.endSessions(of: willi.id, by: machine)
      try await refused(cookie, .unauthorized)
      let again = try await site.session(of: "Willi", client)
      try await site.people.remove(willi.id, by: machine)
      try await refused(again, .unauthorized)
    }
  }

  @Test("Of a stored card what differs from it is shown, and of a form with files their names")
  func parts() async throws {
    let site = try await PeopleSite(["Ada"])
    try await site.server.application().test { client in
      let card = try await client.form("/school/people/1", "name=Changed&notes=Stored&_etag=1&\(Self.base)")
      #expect(card.status == .unauthorized && card.text.contains("Changed") && !card.text.contains("Stored"))
      let parts = """
        --b\r\ncontent-disposition: form-data; name="name"\r\n\r\nWith a file\r\n--b\r\n\
        content-disposition: form-data; name="plan"; filename="plan.pdf"\r\n\r\nInside of it\r\n--b--\r\n
        """
      let answer = try await client.execute(
        uri: "/school/people", method: .post, headers: [.contentType: "multipart/form-data; boundary=b"],
        body: ByteBuffer(string: parts))
      #expect(answer.status == .unauthorized && answer.text.contains("With a file"))
      #expect(answer.text.contains("plan.pdf") && !answer.text.contains("Inside of it"))
    }
  }

  // The stored texts of a card.
  private static var base: String {
    let fields = FormMessage(version: "1", base: ["name": "Before", "notes": "Stored"]).fields
    return fields.map { "\($0.name)=\($0.value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
      .joined(separator: "&")
  }

  @Test("A secret is not shown, nor what another website, a program or a form outside of applications sends")
  func unshown() async throws {
    let site = try await PeopleSite(["Ada"])
    try await site.server.application().test { client in
      let secret = try await client.form("/school/settings", "secret=Plum&password=Plum&token=Plum")
      #expect(secret.status == .unauthorized && !secret.text.contains("Plum"))
      let own = try await client.form("/apps/you", "name=Plum")
      #expect(own.status == .unauthorized && !own.text.contains("Plum"))
      let foreign = try await client.form("/school/people", Self.form, [.origin: "https://evil.example"])
      #expect(foreign.status == .forbidden && !foreign.text.contains("Typed"))
      let program = try await client.form("/api/school/people", Self.form)
      #expect(program.status == .unauthorized && !program.text.contains("Typed"))
      let long = try await client.form("/school/people", "name=" + String(repeating: "x", count: 1_000_001))
      #expect(long.status == .unauthorized && !long.text.contains("xxx"))
      let many = try await client.form("/school/people", (0..<50_000).map { "n\($0)=x" }.joined(separator: "&"))
      #expect(many.status == .unauthorized && !many.text.contains("What you typed"))
      let some = try await client.form("/school/people", (0..<1_000).map { "n\($0)=x" }.joined(separator: "&"))
      #expect(some.text.matches(of: #/<textarea/#).count == 200)
      let markup = try await client.form("/school/people", "name=%3C%2Ftextarea%3E%3Cscript%3E&%3Cb%3E=x&a%3Cb%3E=y")
      #expect(markup.status == .unauthorized && markup.text.contains("&lt;script"))
      #expect(!markup.text.contains("</textarea><script") && !markup.text.contains("<b>"))
    }
  }

  @Test("The page is kept by no device, since the next person at it could come back to it")
  func unkept() async throws {
    let site = try await PeopleSite(["Ada"])
    try await site.server.application().test { client in
      #expect(try await client.form("/school/people", Self.form).headers[.cacheControl] == "no-store")
      // One without any text is like other pages.
      let empty = try await client.form("/school/people", "_once=only-once")
      #expect(empty.status == .unauthorized && empty.headers[.cacheControl] == "no-cache")
    }
  }

  @Test("Of a sheet above a form both are shown: what was typed for another record, and the form below")
  func sheet() throws {
    let form = SubmittedForm([
      "name": "New course", "_deed": "create", "draft.name": "Typed for a while", "draft.notes": "Stored",
      "draft._base": #"{"notes":"Stored"}"#,
    ])
    let shown = SentReader.texts(of: form).map { "\($0.label): \($0.text)" }
    #expect(shown == ["Name: New course", "Name: Typed for a while"])
  }

  /// Forms of which nothing ever comes.
  private final class Endless: Sendable {
    /// How many of them are being read.
    let begun = Mutex(0)

    func form() -> Request {
      let body = AsyncStream<ByteBuffer>(unfolding: {
        self.begun.withLock { $0 += 1 }
        try? await Task.sleep(for: .seconds(3_600))
        return nil
      })
      return Request(head: RefusedFormTests.head, body: RequestBody(asyncSequence: body))
    }
  }

  private static let head = HTTPRequest(
    method: .post, scheme: nil, authority: nil, path: "/school/people",
    headerFields: [.contentType: "application/x-www-form-urlencoded"])

  @Test("A form that does not end is given up, and one client takes no more than its places", .timeLimit(.minutes(1)))
  func slow() async throws {
    let endless = Endless()
    #expect(await SentReader(patience: .milliseconds(50)).texts(of: endless.form(), from: "192.0.2.1").isEmpty)
    let reader = SentReader()
    let complete = Request(head: Self.head, body: RequestBody(buffer: ByteBuffer(string: "name=Typed")))
    func isRead(from client: String) async -> Bool { await reader.texts(of: complete, from: client).count == 1 }
    func begin(_ count: Int, from client: String, in group: inout ThrowingTaskGroup<Void, any Error>) async throws {
      let before = endless.begun.withLock(\.self)
      for _ in 0..<count { group.addTask { _ = await reader.texts(of: endless.form(), from: client) } }
      while endless.begun.withLock(\.self) < before + count { try await Task.sleep(for: .milliseconds(5)) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] { try await begin(4, from: client, in: &group) }
      for client in ["192.0.2.1", "192.0.2.3"] { #expect(await !isRead(from: client)) }
      #expect(await isRead(from: "192.0.2.4"))
      // A proxy on the machine brings the forms of many, and all places are taken then.
      try await begin(4, from: "127.0.0.1", in: &group)
      #expect(await !isRead(from: "192.0.2.4"))
      group.cancelAll()
      try await group.waitForAll()
    }
    #expect(await isRead(from: "192.0.2.1"))
  }
}
