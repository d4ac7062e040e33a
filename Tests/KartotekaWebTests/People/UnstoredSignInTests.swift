import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite("Signing in while nothing can be stored")
struct UnstoredSignInTests {
  // What makes SQLite refuse writes as a disk does.
  private static func refuseWrites(_ refuses: Bool, _ people: People) async throws {
    let opened = people.state.withLock(\.store)
    let store = try #require(opened)
    try await store.writer.writeWithoutTransaction { try $0.execute("PRAGMA query_only = \(refuses ? "ON" : "OFF")") }
  }

  @Test("The form comes again with its name, a sentence and no password; afterwards it succeeds, and so does a link")
  func full() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    let link = try await site.people.invite(roles: ["school": .reads], by: .machine("tests"))
    let account = "key=\(link.key)&name=Bela&password=\(PeopleSite.encoded)"
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let before = try await site.session(of: "Ada", client)
      try await Self.refuseWrites(true, site.people)
      let signIn = try await client.form(
        "/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)&to=%2Fschool%2Fcourses")
      #expect(signIn.status.code == 507 && signIn.cookie("kartoteka") == nil)
      #expect(signIn.text.contains("The disk of the server is full") && signIn.text.contains(#"value="Ada""#))
      #expect(signIn.text.contains(#"name="to" value="/school/courses""#))
      let made = try await client.form("/apps/link", account)
      #expect(made.status.code == 507 && made.text.contains(#"value="Bela""#) && made.cookie("kartoteka") == nil)
      for page in [signIn, made] {
        #expect(!page.text.contains(PeopleSite.password) && !page.text.contains("everything can still be read"))
      }
      // Another answer than for a wrong password, which is not told apart by what is stored.
      #expect(
        try await client.form("/apps/sign-in", "name=Ada&password=nothing+right").status == .unprocessableContent)
      // Whoever is signed in goes on.
      #expect(try await client.page("/school/courses", before).status == .ok)
      try await Self.refuseWrites(false, site.people)
      #expect(try await client.form("/apps/link", account).status == .seeOther)
      #expect(try await client.form("/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)").status == .seeOther)
    }
    #expect(try await site.people.all().map(\.name) == ["Ada", "Bela"])
  }

  @Test("A code that can't be used up is asked for again")
  func code() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    let source = ThrottleSource(address: "192.0.2.1")
    let session = try await site.people.signIn(
      name: "Ada", password: PeopleSite.password, device: "", from: source)
    let new = try await site.people.startSecondFactor(
      of: session.signed, password: PeopleSite.password, from: source)
    let period = Int64(clampingFloor: Date().timeIntervalSince1970 / 30)
    let first = try new.codes.code(period).map(String.init).joined()
    let recovery = try await site.people.confirmSecondFactor(
      ticket: new.ticket, code: first, of: session.signed, from: source)
    let code = try #require(recovery.first).text
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let asked = try await client.form("/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)")
      let ticket = try #require(asked.text.firstMatch(of: #/name="?ticket"? value="([^"]+)"/#)).1
      try await Self.refuseWrites(true, site.people)
      let refused = try await client.form("/apps/sign-in/code", "ticket=\(ticket)&code=\(code)")
      #expect(refused.status.code == 507 && refused.text.contains("The disk of the server is full"))
      #expect(refused.text.contains(String(ticket)) && !refused.text.contains(code))
      try await Self.refuseWrites(false, site.people)
      #expect(try await client.form("/apps/sign-in/code", "ticket=\(ticket)&code=\(code)").status == .seeOther)
    }
  }

  @Test("Where no form says it, a database that is away and a full disk are problems of the server")
  func problems() throws {
    let away = try #require(Problem(PeopleError.notNow, model: nil))
    #expect(away.kind.status == .serviceUnavailable && away.headers[.retryAfter] == "5")
    #expect(away.detail == PeopleError.notNow.phrase)
    #expect(Problem(PeopleError.diskFull, model: nil)?.kind == .disk)
  }
}
