import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

/// The administrator's token of the data folder, which belongs to no person, on a server with people.
@Suite("The server's own token")
final class ServerTokenTests: Sendable {
  private static let settings = "/apps/settings"
  private static let pruning = "/api/school/changesets?before=2020-01-01T00:00:00Z"
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var file: String {
    get throws {
      try String(contentsOf: folder.appending(path: "admin-token"), encoding: .utf8).trimmingCharacters(in: .newlines)
    }
  }

  /// A server of a site as after a start with the data folder.
  private func started(_ site: PeopleSite, _ environment: [String: String] = [:]) throws -> Server {
    var server = site.server
    server.administrator = try Administrator(folder: folder, environment: environment)
    return server
  }

  private static func prunes(_ token: String, _ client: TestClient) async throws -> HTTPResponse.Status {
    try await client.execute(uri: pruning, method: .delete, headers: [.authorization: "Bearer \(token)"]).status
  }

  /// A choice as the form of the page sends it.
  private static func choice(_ name: String, _ client: TestClient, _ headers: HTTPFields) async throws -> String {
    let page = try await client.page(settings, headers).text
    let mark = try #require(page.firstMatch(of: /name="?mark"?[^>]*value="?([0-9a-f]{16})/), "\(page.suffix(3_000))")
    return "token=\(name)&mark=\(mark.1)"
  }

  @Test("An administrator sees its last use and ends it: it is refused from then on, also after a restart")
  func end() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    let address = Self.settings + "/token"
    let server = try started(site)
    let token = try file
    try await server.application().test { (client: TestClient) async throws -> Void in
      let (ada, willi) = (try await site.session(of: "Ada", client), try await site.session(of: "Willi", client))
      let unused = try await client.page(Self.settings, ada).text
      #expect(unused.contains("Administrator&#39;s token") && unused.contains("Administers the server · Not used yet"))
      #expect(!unused.contains(token))
      #expect(try await Self.prunes(token, client) == .ok)
      #expect(try await client.page(Self.settings, ada).text.contains("Administers the server · Last used: "))
      #expect(unused.contains("Programs with the present one are refused at once.") && unused.contains(">Replace<"))
      // Neither others nor programs end it.
      let end = try await Self.choice("end", client, ada)
      #expect(try await client.form(address, end, willi).status == .forbidden)
      #expect(try await client.form(address, end, site.token(of: "Ada")).status == .forbidden)
      #expect(try await client.form(address, end, [.authorization: "Bearer \(token)"]).status != .seeOther)
      #expect(try await client.form(address, "token=other", ada).status == .seeOther)
      #expect(try await Self.prunes(token, client) == .ok)
      #expect(try await client.form(address, end, ada).status == .seeOther)
      #expect(try await Self.prunes(token, client) == .unauthorized)
      let ended = try await client.page(Self.settings, ada).text
      #expect(ended.contains("It has ended.") && ended.contains(">Make a token</button>"))
      // Once more it ends nothing, and nothing is noted.
      let again = try await Self.choice("end", client, ada)
      #expect(try await client.form(address, again, ada).status == .seeOther)
    }
    let mark = try file
    #expect(mark.hasPrefix("ended "))
    try await started(site).application().test { (client: TestClient) async throws -> Void in
      for wrong in [token, mark] { #expect(try await Self.prunes(wrong, client) == .unauthorized) }
      let ada = try await site.session(of: "Ada", client)
      #expect(try await client.page(Self.settings, ada).text.contains("It has ended."))
      let made = try await Self.choice("new", client, ada)
      #expect(try await client.form(address, made, ada).status == .seeOther)
      let new = try self.file
      #expect(new.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil && new != token)
      #expect(try await client.page(Self.settings, ada).text.contains("Administers the server · Not used yet"))
      #expect(try await Self.prunes(new, client) == .ok)
      #expect(try await Self.prunes(token, client) == .unauthorized)
    }
    let events = try await site.people.events().filter { $0.detail == "admin-token" }
    #expect(events.map(\.kind) == [.tokenMade, .tokenEnded])
    #expect(events.allSatisfy { $0.author == "Ada" && $0.subject == nil })
  }

  @Test("A page from before the token was replaced changes nothing and shows how it is now")
  func otherToken() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    let (server, stored) = (try started(site), AdministratorFile(in: folder))
    try await server.application().test { (client: TestClient) async throws -> Void in
      let ada = try await site.session(of: "Ada", client)
      let (end, new) = (try await Self.choice("end", client, ada), try await Self.choice("new", client, ada))
      try stored.renew()
      let token = try self.file
      for old in [end, new, "token=end"] {
        let refused = try await client.form(Self.settings + "/token", old, ada)
        #expect(refused.status == .conflict && refused.text.contains("The token was changed meanwhile."), "\(old)")
        #expect(refused.text.contains("Administers the server"), "\(old)")
      }
      #expect(try self.file == token)
      #expect(try await Self.prunes(token, client) == .ok)
      try FileManager.default.removeItem(at: stored.url)
      #expect(try await client.page(Self.settings, ada).text.contains("is missing or can&#39;t be read"))
    }
    #expect(try await site.people.events().allSatisfy { $0.detail != "admin-token" })
  }

  @Test("An administrator whose session has ended meanwhile ends no token")
  func endedSession() async throws {
    let site = try await PeopleSite(["Ada", "Bela"], withPasswords: ["Ada", "Bela"])
    let stored = AdministratorFile(in: folder)
    try stored.renew()
    let token = try file
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let ada = try await site.session(of: "Ada", client)
      let key = try #require(ada[.cookie]?.split(separator: "=").last.map(String.init))
      let signed = try #require(try await site.people.signed(session: key))
      try await site.people.endSessions(of: signed.person.id, by: .machine("tests"))
      await #expect(throws: PeopleError.notAllowed) {
        try await site.people.changeServerToken(isEnding: true, "admin-token", by: .person(signed)) { try stored.end() }
      }
    }
    #expect(try file == token)
  }

  @Test("That of the environment works on, and is ended there alone")
  func environment() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    try AdministratorFile(in: folder).end()
    let mark = try file
    let server = try started(site, ["KARTOTEKA_ADMIN_TOKEN": "s3cret"])
    try await server.application().test { (client: TestClient) async throws -> Void in
      let ada = try await site.session(of: "Ada", client)
      #expect(try await Self.prunes("s3cret", client) == .ok)
      let page = try await client.page(Self.settings, ada).text
      #expect(page.contains("KARTOTEKA_ADMIN_TOKEN") && page.contains("Last used: "))
      #expect(page.contains("ends when it is changed there") && !page.contains("s3cret"))
      for choice in ["end", "new"] {
        #expect(try await client.form(Self.settings + "/token", "token=\(choice)", ada).status == .notFound)
      }
      #expect(try await Self.prunes("s3cret", client) == .ok)
    }
    #expect(try file == mark)
    // One that a program gives is its own affair.
    var given = site.server
    given.administrator = try Administrator(token: "s3cret")
    try await given.application().test { (client: TestClient) async throws -> Void in
      let page = try await client.page(Self.settings, site.session(of: "Ada", client)).text
      #expect(!page.contains("Administrator&#39;s token"))
    }
  }

  @Test("A stream of changes that began with it ends with it")
  func stream() async throws {
    let site = try await PeopleSite(["Ada"])
    let server = try started(site)
    let token = try file
    let stored = AdministratorFile(in: folder)
    try await server.application().test { (client: TestClient) async throws -> Void in
      try await EventReader.follow(client.port, authorization: "Bearer \(token)") { reader in
        try await reader.read(to: ": open\n\n")
        try stored.end()
        #expect(try await reader.read(to: "\r\n0\r\n\r\n").hasSuffix("0\r\n\r\n"))
      }
    }
  }
}
