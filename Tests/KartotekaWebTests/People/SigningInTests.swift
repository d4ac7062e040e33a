import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("Signing in and out")
struct SigningInTests {
  @Test("The page of a link that was used leads on: strangers to the sign-in, others to the applications")
  func usedLink() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    let link = try await site.people.invite(roles: ["school": .reads], by: .machine("tests"))
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let made = try await client.form("/apps/link", "key=\(link.key)&name=Bela&password=\(PeopleSite.encoded)")
      let bela: HTTPFields = [.cookie: try #require(made.cookie("kartoteka"))]
      let (stranger, own) = (
        try await client.page("/apps/link?key=\(link.key)"), try await client.page("/apps/link?key=\(link.key)", bela)
      )
      #expect(stranger.status == .gone && stranger.text.contains(#"href="/apps/sign-in""#))
      #expect(own.status == .gone && own.text.contains(#"href="/""#) && !own.text.contains(#"href="/apps/sign-in""#))
    }
  }

  @Test("Somebody who is not signed in is led to the sign-in and back to the page")
  func way() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    try await site.server.application().test { client in
      let first = try await client.page("/school/courses?search=a")
      #expect(first.status == .seeOther)
      #expect(first.headers[.location] == "/apps/sign-in?to=%2Fschool%2Fcourses%3Fsearch%3Da")
      let page = try await client.page(try #require(first.headers[.location]))
      #expect(page.text.contains(#"name="to" value="/school/courses?search=a""#))
      let response = try await client.form(
        "/apps/sign-in", "name=ada&password=\(PeopleSite.encoded)&to=%2Fschool%2Fcourses%3Fsearch%3Da")
      #expect(response.status == .seeOther && response.headers[.location] == "/school/courses?search=a")
      let header = try #require(response.headers[values: .setCookie].first { $0.hasPrefix("kartoteka=") })
      #expect(header.contains("HttpOnly") && header.contains("SameSite=Lax") && header.contains("Path=/"))
      let cookie: HTTPFields = [.cookie: try #require(response.cookie("kartoteka"))]
      #expect(try await client.page("/school/courses", cookie).status == .ok)
      #expect(try await client.page("/apps/you", cookie).text.contains("Ada"))
      // Scripts would take the page of the sign-in for the answer.
      let script: HTTPFields = [try #require(HTTPField.Name("Sec-Fetch-Mode")): "cors"]
      #expect(try await client.page("/school/courses", script).status == .unauthorized)
      let out = try await client.form("/apps/sign-out", "", cookie)
      #expect(out.headers[try #require(HTTPField.Name("Clear-Site-Data"))] == #""cache", "storage""#)
      #expect(out.headers[values: .setCookie].contains { $0.hasPrefix("kartoteka=;") && $0.contains("Max-Age=0") })
      #expect(try await client.page("/school/courses", cookie).status == .seeOther)
    }
  }

  @Test("The sign-in has the name of the application to which somebody is on the way, else that of the product")
  func name() async throws {
    let site = try await PeopleSite(["Ada"])
    try await site.server.application().test { client in
      for (address, name) in [
        ("/apps/sign-in", "Kartoteka"), ("/apps/sign-in?to=%2Fschool%2Fcourses", "School"),
        ("/apps/sign-in?to=%2Fnowhere", "Kartoteka"), ("/apps/link?key=x", "Kartoteka"),
      ] {
        let page = try await client.page(address)
        #expect(page.text.contains("<span>\(name)</span>"), "\(address)")
      }
    }
  }

  @Test(
    "After signing in only an address of this server is gone to",
    arguments: [
      "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/%09/evil.example",
      "\\\\evil.example", "evil", "/apps/sign-in?to=/x", "/\t/evil.example",
    ])
  func redirects(to: String) async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    try await site.server.application().test { client in
      let target = to.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let response = try await client.form("/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)&to=\(target)")
      let location = try #require(response.headers[.location])
      #expect(location == "/" || location == "/%09/evil.example", "\(location)")
    }
  }

  @Test("A wrong name and a wrong password get the same answer, and an address with a password signs nobody in")
  func wrong() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    try await site.server.application().test { client in
      let name = try await client.form("/apps/sign-in", "name=Zoltan&password=\(PeopleSite.encoded)")
      let password = try await client.form("/apps/sign-in", "name=Ada&password=nothing+right")
      #expect(name.status == .unprocessableContent && password.status == .unprocessableContent)
      #expect(name.text.replacing("Zoltan", with: "Ada") == password.text)
      #expect(!password.text.contains("nothing right"))
      let get = try await client.page("/apps/sign-in?name=Ada&password=\(PeopleSite.encoded)")
      #expect(get.status == .ok && get.cookie("kartoteka") == nil)
      let foreign: HTTPFields = [.origin: "https://evil.example"]
      #expect(
        try await client.form("/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)", foreign).status == .forbidden)
    }
  }

  @Test("A link makes the first administrator once, who invites others, whose roles are those of the invitation")
  func links() async throws {
    let site = try await PeopleSite([])
    let first = try await site.people.firstAdministratorLink(by: .machine("tests"))
    try await site.server.application().test { client in
      #expect(try await client.page("/school/courses").status == .ok)
      #expect(try await client.page("/apps/link?key=\(first.key)").text.contains("new-password"))
      let short = try await client.form("/apps/link", "key=\(first.key)&name=Ada&password=plum")
      #expect(short.status == .unprocessableContent && short.text.contains(#"value="Ada""#))
      let made = try await client.form("/apps/link", "key=\(first.key)&name=Ada&password=\(PeopleSite.encoded)")
      #expect(made.status == .seeOther)
      let ada: HTTPFields = [.cookie: try #require(made.cookie("kartoteka"))]
      #expect(try await client.page("/school/courses").status == .seeOther)
      #expect(
        try await client.form("/apps/link", "key=\(first.key)&name=Eve&password=\(PeopleSite.encoded)").status == .gone)
      #expect(try await client.page("/apps/people", ada).text.contains("Ada"))
      let invited = try await client.form("/apps/people/invite", "role-school=reads", ada)
      let key = try #require(invited.text.firstMatch(of: #/\/apps\/link\?key=([\w-]+)/#)).1
      let taken = try await client.form("/apps/link", "key=\(key)&name=ADA&password=\(PeopleSite.encoded)")
      #expect(taken.status == .unprocessableContent)
      let accepted = try await client.form("/apps/link", "key=\(key)&name=Rita&password=\(PeopleSite.encoded)")
      let rita: HTTPFields = [.cookie: try #require(accepted.cookie("kartoteka"))]
      #expect(try await client.page("/school/courses", rita).status == .ok)
      #expect(try await client.page("/userscrud/users", rita).status == .notFound)
      #expect(try await client.page("/apps/people", rita).status == .forbidden)
      #expect(try await client.page("/apps/link?key=\(key)").status == .gone)
      // A changed role counts at once, and a removed person is out.
      let id = try #require(try await site.people.person(named: "Rita")).id
      #expect(try await client.form("/apps/people/\(id)", "role-school=", ada).status == .seeOther)
      #expect(try await client.page("/school/courses", rita).status == .notFound)
      #expect(try await client.form("/apps/people/\(id)/remove", "", ada).status == .seeOther)
      #expect(try await client.page("/school/courses", rita).status == .seeOther)
      let own = try #require(try await site.people.person(named: "Ada")).id
      #expect(try await client.form("/apps/people/\(own)/remove", "", ada).status == .conflict)
      #expect(try await client.form("/apps/people/\(own)", "", ada).status == .unprocessableContent)
    }
  }

  /// What ends an open stream of changes.
  enum End: String, CaseIterable, Sendable {
    case signOut, ofOneSession, newPassword, lostRole, removal
  }

  @Test("An open stream of changes ends with its session, and with the right to it", arguments: End.allCases)
  func streams(end: End) async throws {
    let site = try await PeopleSite(["Ada", "Rita"], withPasswords: ["Rita"])
    let person = try #require(try await site.people.person(named: "Rita")).id
    let machine = PeopleChanger.machine("tests")
    try await site.server.application().test { client in
      let rita = try await site.session(of: "Rita", client)
      try await EventReader.follow(client.port, cookie: rita[.cookie]) { reader in
        try await reader.read(to: ": open\n\n")
        switch end {
        case .signOut: #expect(try await client.form("/apps/sign-out", "", rita).status == .seeOther)
        case .ofOneSession:
          let session = try #require(try await site.people.sessions(of: person).first).id
          try await site.people.endSession(session, of: person, by: machine)
        case .newPassword: try await site.people.setPassword("another garden", of: person, by: machine)
        case .lostRole: try await site.people.set(roles: [:], isAdministrator: false, of: person, by: machine)
        case .removal: try await site.people.remove(person, by: machine)
        }
        // The last chunk.
        #expect(try await reader.read(to: "\r\n0\r\n\r\n").hasSuffix("0\r\n\r\n"))
      }
      let refused = try await client.page("/api/school/changes", rita)
      #expect(refused.status == (end == .lostRole ? .notFound : .unauthorized))
    }
  }

  @Test("A stream of an open server ends when it gets its first person")
  func openStreams() async throws {
    let site = try await PeopleSite([])
    try await site.server.application().test { client in
      try await EventReader.follow(client.port) { reader in
        try await reader.read(to: ": open\n\n")
        try await site.people.add("Ada", password: nil, isAdministrator: true, by: .machine("tests"))
        #expect(try await reader.read(to: "\r\n0\r\n\r\n").hasSuffix("0\r\n\r\n"))
      }
    }
  }

  @Test("One's own account: name, password, other devices, tokens")
  func account() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Willi"])
    try await site.server.application().test { client in
      let (one, other) = (try await site.session(of: "Willi", client), try await site.session(of: "Willi", client))
      let named = try await client.form("/apps/you", "name=Willi+B&language=pl", one)
      #expect(named.status == .seeOther && named.cookie("language") == "language=pl")
      #expect(try await client.form("/apps/you", "name=ada&language=", one).status == .unprocessableContent)
      let token = try await client.form("/apps/you/tokens", "token-name=Sync&app=school&days=30&read-only=on", one)
      let key = try #require(token.text.firstMatch(of: #/kt_[\w-]+/#)).0
      #expect(try await client.page("/api/school/courses", [.authorization: "Bearer \(key)"]).status == .ok)
      #expect(try await !client.page("/apps/you", one).text.contains(key))
      // Return in an empty form. What was unticked in it stays so.
      let nameless = try await client.form("/apps/you/tokens", "token-name=+&app=school&days=30", one)
      #expect(nameless.status == .unprocessableContent && !nameless.text.contains("kt_"))
      #expect(!nameless.text.contains(/name="read-only"[^>]*checked/))
      #expect(try await client.page("/apps/you", one).text.contains(/name="read-only"[^>]*checked/))
      let wrong = try await client.form("/apps/you/password", "old=wrong&password=another+long+one", one)
      #expect(wrong.status == .unprocessableContent)
      let changed = try await client.form(
        "/apps/you/password", "old=\(PeopleSite.encoded)&password=another+long+one", one)
      #expect(changed.status == .seeOther)
      #expect(try await client.page("/apps/you", other).status == .seeOther)
      #expect(try await client.page("/apps/you", one).status == .seeOther)
      let now: HTTPFields = [.cookie: try #require(changed.cookie("kartoteka"))]
      #expect(try await client.page("/apps/you", now).status == .ok)
    }
  }
}
