import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
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
        let answer = try await client.form("/school/people", Self.form, cookie)
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
      #expect(many.status == .unauthorized && many.text.count < 200_000)
      let markup = try await client.form("/school/people", "name=%3C%2Ftextarea%3E%3Cscript%3E&%3Cb%3E=x&a%3Cb%3E=y")
      #expect(markup.status == .unauthorized && markup.text.contains("&lt;script"))
      #expect(!markup.text.contains("</textarea><script") && !markup.text.contains("<b>"))
    }
  }
}
