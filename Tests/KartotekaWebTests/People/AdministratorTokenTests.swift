import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("Tokens of administrators")
struct AdministratorTokenTests {
  private static let mark = "Administers the server"
  private static let pruning = "/api/school/changesets?before=2020-01-01T00:00:00Z"

  @Test("One for all applications, not only for reading, administers the server and says so, until the role is lost")
  func administers() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    try await site.people.add(
      "Bela", password: PeopleSite.password, isAdministrator: true, by: .machine("tests"))
    let id = try #require(try await site.people.person(named: "Ada")).id
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let ada = try await site.session(of: "Ada", client)
      func token(_ fields: String) async throws -> HTTPFields {
        let page = try await client.form("/apps/you/tokens", "token-name=Backup&days=30" + fields, ada)
        let key = try #require(page.text.firstMatch(of: #/kt_[\w-]+/#)).0
        return [.authorization: "Bearer \(key)"]
      }
      func marks(_ headers: HTTPFields) async throws -> Int {
        try await client.page("/apps/you", headers).text.components(separatedBy: Self.mark).count - 1
      }
      func prunes(_ headers: HTTPFields) async throws -> HTTPResponse.Status {
        try await client.execute(uri: Self.pruning, method: .delete, headers: headers).status
      }
      let (reading, limited) = (try await token("&app=&read-only=on"), try await token("&app=school"))
      #expect(try await marks(ada) == 0)
      #expect(try await prunes(reading) == .forbidden)
      #expect(try await prunes(limited) == .forbidden)
      let whole = try await token("&app=")
      #expect(try await marks(ada) == 1)
      #expect(try await prunes(whole) == .ok)
      #expect(try await client.page("/api/me", whole).text.contains(#""administrator":true"#))
      // The token of somebody else does what its person may do.
      let willi = try await site.session(of: "Willi", client)
      let made = try await client.form("/apps/you/tokens", "token-name=Sync&app=&days=30", willi)
      #expect(made.text.contains("kt_") && !made.text.contains(Self.mark))
      try await site.people.set(roles: [:], isAdministrator: false, of: id, by: .machine("tests"))
      #expect(try await prunes(whole) != .ok)
      #expect(try await marks(ada) == 0)
    }
  }
}
