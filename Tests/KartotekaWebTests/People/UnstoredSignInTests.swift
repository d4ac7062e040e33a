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
    try await set("query_only = \(refuses ? "ON" : "OFF")", people)
  }

  private static func set(_ pragma: String, _ people: People) async throws {
    let opened = people.state.withLock(\.store)
    let store = try #require(opened)
    try await store.writer.writeWithoutTransaction { try $0.execute("PRAGMA " + pragma) }
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

  @Test("A file that can't grow takes no half of a person: the link stays, and makes one when there is room again")
  func noRoom() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    // The pages of the file have room for some people; the disk is full in the middle of making the next one.
    let names = (10..<100).map { String(repeating: "b", count: 190) + " \($0)" }
    var links: [String] = []
    for _ in names { links.append(try await site.people.invite(roles: ["school": .reads], by: .machine("tests")).key) }
    let open = links
    let made = try await site.server.application().test { (client: TestClient) async throws -> Int in
      func accept(_ number: Int) async throws -> TestResponse {
        let name = names[number].replacing(" ", with: "+")
        return try await client.form("/apps/link", "key=\(open[number])&name=\(name)&password=\(PeopleSite.encoded)")
      }
      let ada = try await site.session(of: "Ada", client)
      // SQLITE_FULL, as of a disk: the number of pages stays as it is.
      try await Self.set("max_page_count = 1", site.people)
      var next = 0
      var answer = try await accept(next)
      while answer.status == .seeOther, next < names.count - 1 {
        next += 1
        answer = try await accept(next)
      }
      #expect(answer.status.code == 507 && answer.cookie("kartoteka") == nil)
      #expect(answer.text.contains("The disk of the server is full"))
      #expect(answer.text.contains(#"value="\#(names[next])""#) && answer.text.contains(open[next]))
      #expect(!answer.text.contains(PeopleSite.password))
      #expect(try await site.people.all().count == next + 1, "Ada, and those whose links were used")
      #expect(try await client.page("/apps/link?key=\(open[next])").status == .ok)
      #expect(try await client.page("/school/courses", ada).status == .ok)
      try await Self.set("max_page_count = 1073741823", site.people)
      #expect(try await accept(next).status == .seeOther)
      #expect(try await accept(next).status != .seeOther)
      return next + 1
    }
    #expect(Set(try await site.people.all().map(\.name)) == Set(["Ada"] + names.prefix(made)))
    #expect(try await site.people.all().count == made + 1)
    let opened = site.people.state.withLock(\.store)
    let file = try #require(opened?.url)
    #expect(try Store.check(People.model, at: file) == [])
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
