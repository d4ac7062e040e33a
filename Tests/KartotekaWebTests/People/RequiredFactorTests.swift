import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("Whoever has to set up a second factor first")
struct RequiredFactorTests {
  @Test("They are led to where they set one up, and every other address refuses them")
  func everything() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    try await site.people.set(
      PeopleSettings(idle: 60, absolute: 60, requiresFactor: true), by: .machine("tests"))
    let rows = site.server.table.filter { $0.need != .public && $0.path.description != "health" }
    try await site.server.application().test { client in
      for name in ["Ada", "Willi"] {
        let session = try await site.session(of: name, client)
        for row in rows {
          let path = "/" + row.path.map { "\($0)".hasPrefix("{") ? "1" : "\($0)" }.joined(separator: "/")
          guard !PeopleAddress.isForFactor(path) else { continue }
          let answer = try await client.execute(uri: path, method: row.method, headers: session)
          let isLed = answer.status == .seeOther && answer.headers[.location] == "/apps/you/codes"
          #expect(isLed || answer.status == .forbidden, "\(row.method) \(path) \(answer.status)")
        }
        let codes = try await client.page("/apps/you/codes", session)
        #expect(codes.status == .ok && codes.text.contains("This server requires a second factor."))
        let passkeys = try await client.page("/apps/you/passkeys", session)
        #expect(passkeys.status == .ok)
        let out = try await client.form("/apps/sign-out", "", session)
        #expect(out.headers[.location] == "/apps/sign-in")
      }
      let token = try await site.token(of: "Willi")
      let program = try await client.page("/api/school/courses", token)
      #expect(program.status == .ok)
    }
  }

  @Test("Whoever has signed in before it was required is led there with the next request")
  func earlier() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Willi"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let session = try await site.session(of: "Willi", client)
      #expect(try await client.page("/school/courses", session).status == .ok)
      try await site.people.set(
        PeopleSettings(idle: 60, absolute: 60, requiresFactor: true), by: .machine("tests"))
      let led = try await client.page("/school/courses", session)
      #expect(led.status == .seeOther && led.headers[.location] == "/apps/you/codes")
      let stream = try await client.page("/api/school/changes", session)
      #expect(stream.status == .forbidden)
      #expect(try await client.page("/apps/you/codes", session).text.contains("This server requires a second factor."))
    }
  }

  @Test(
    "Whoever has a passkey signs in with it there, and is offered nothing in its place",
    .enabled(if: PasskeyCeremony.isAvailable))
  func passkey() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let session = try await site.session(of: "Ada", client)
      try await site.addPasskey(of: "Ada")
      try await site.people.set(
        PeopleSettings(idle: 60, absolute: 60, requiresFactor: true), by: .machine("tests"))
      for path in ["/apps/you/codes", "/apps/you/passkeys"] {
        let text = try await client.page(path, session).text
        #expect(text.contains("yours is a passkey: sign in with it"), "\(path)")
        #expect(text.contains("/apps/sign-in/passkey/options"), "\(path)")
        #expect(!text.contains("/apps/you/codes/start") && !text.contains("name=label"), "\(path)")
      }
      let signIn = try await client.page("/apps/sign-in", session)
      #expect(signIn.status == .ok && signIn.text.contains("/apps/sign-in/passkey/options"))
    }
  }

  @Test("With the first code they go on")
  func setUp() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    try await site.people.set(
      PeopleSettings(idle: 60, absolute: 60, requiresFactor: true), by: .machine("tests"))
    try await site.server.application().test { client in
      let session = try await site.session(of: "Ada", client)
      let before = try await client.page("/school/courses", session)
      #expect(before.headers[.location] == "/apps/you/codes")
      let page = try await client.form("/apps/you/codes/start", "password=\(PeopleSite.encoded)", session)
      let ticket = try #require(page.text.firstMatch(of: #/name="ticket" value="([\w-]+)"/#)).1
      let signed = try #require(try await site.people.signed(session: site.key(of: session)))
      let new = try await site.people.newSecondFactor(ticket: String(ticket), of: signed)
      let period = Int64(clampingFloor: Date().timeIntervalSince1970 / 30)
      let code = try new.codes.code(period).map(String.init).joined()
      let confirmed = try await client.form("/apps/you/codes/confirm", "ticket=\(ticket)&code=\(code)", session)
      #expect(confirmed.status == .ok && confirmed.text.contains("Recovery codes"))
      let after = try await client.page("/school/courses", session)
      #expect(after.status == .ok)
    }
  }
}

extension PeopleSite {
  /// The key of a session's cookie.
  fileprivate func key(of session: HTTPFields) -> String {
    session[.cookie]?.split(separator: "=").last.map(String.init) ?? ""
  }
}
