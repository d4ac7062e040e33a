import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaApplication
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("Pages about accounts")
struct AccountPageTests {
  @Test("They are stored nowhere, and each field for a password masks it")
  func pages() async throws {
    let site = try await PeopleSite(["Ada", "Rita"], withPasswords: ["Ada"])
    let link = try await site.people.invite(roles: ["school": .reads], by: .machine("tests")).key
    let rita = try #require(try await site.people.person(named: "Rita")).id
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let ada = try await site.session(of: "Ada", client)
      var pages = [
        ("the password", try await client.form("/apps/sign-in", "name=Ada"), 1),
        ("a wrong password", try await client.form("/apps/sign-in", "name=Ada&password=a+wrong+one"), 1),
        ("a link", try await client.page("/apps/link?key=\(link)"), 1),
      ]
      let own = [
        ("/apps/you", 2), ("/apps/you/codes", 1), ("/apps/you/passkeys", 0), ("/apps/people", 0),
        ("/apps/people/\(rita)", 0), ("/apps/people/audit", 0), ("/apps/settings", 0),
      ]
      for (path, fields) in own { pages.append((path, try await client.page(path, ada), fields)) }
      for (name, page, fields) in pages {
        #expect(page.status == (name == "a wrong password" ? .unprocessableContent : .ok), "\(name)")
        #expect(page.headers[.cacheControl] == "no-store", "\(name)")
        let passwords = page.text.matches(of: #/<input[^>]*autocomplete="?(?:current|new)-password[^>]*>/#).map(\.0)
        #expect(passwords.count >= fields, "\(name): \(passwords)")
        #expect(passwords.allSatisfy { $0.contains(#/ type="?password/#) }, "\(name): \(passwords)")
        #expect(!page.text.contains("a wrong one"), "\(name)")
      }
    }
  }

  @Test("A monitoring program learns whether the server is well, and with people nothing of its applications")
  func health() async throws {
    let library = App(
      "library", title: "Library", symbol: .book, hue: 120,
      entities: [School.Course.self, School.Person.self, School.Grade.self]
    ) {
      Tab("Courses", symbol: .book) { List(School.Course.self, title: \.name) }
    }
    for names in [[], ["Ada"]] {
      let site = try await PeopleSite(names)
      var server = site.server
      server.unavailable = [UnavailableApp(library, because: StoreError.disk("a fault"))]
      let headers: HTTPFields = try await names.isEmpty ? [:] : site.token(of: "Ada")
      let health = try await server.application().test { client in try await client.page("/health", headers) }
      #expect(health.status == .ok)
      #expect(names.isEmpty ? health.text.contains("library") : health.text == #"{"status":"degraded"}"#)
    }
  }
}
