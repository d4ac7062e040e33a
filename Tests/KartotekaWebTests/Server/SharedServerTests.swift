import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaTLS
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

/// A server that is shared in a local network.
@Suite("A shared server")
struct SharedServerTests {
  private static func addresses() -> SharedAddresses {
    let addresses = SharedAddresses(fingerprint: "AB:CD", trustPort: 0) { ["laptop.local", "192.168.1.7"] }
    _ = addresses.note(trust: 8444)
    return addresses
  }

  private static func shared(_ names: [String]) async throws -> (site: PeopleSite, server: Server) {
    let site = try await PeopleSite(names, withPasswords: Set(names))
    var server = site.server
    server.shared = addresses()
    return (site, server)
  }

  @Test("Strangers see only that the administrator has to use the link, and then that they have to sign in")
  func strangers() async throws {
    let (site, server) = try await Self.shared([])
    let link = try await site.people.firstAdministratorLink(by: .machine("tests"))
    try await server.application().test { (client: TestClient) async throws -> Void in
      for address in ["/", "/school/courses", "/apps/people", "/search?q=a", "/school/nothing"] {
        let answer = try await client.page(address)
        #expect(answer.status == .seeOther, "\(address)")
        #expect(answer.headers[.location]?.hasPrefix("/apps/sign-in") == true)
      }
      for address in ["/api/school/courses", "/api/me", "/api/school/changes", "/api"] {
        #expect(try await client.page(address).status == .unauthorized, "\(address)")
      }
      let page = try await client.page("/apps/sign-in").text
      #expect(page.contains("The administrator opens the link first") && !page.contains("password"))
      #expect(try await client.form("/apps/sign-in", "name=Ada&password=x").status != .seeOther)
      #expect(try await client.page("/health").text == #"{"status":"ok"}"#)
      let made = try await client.form("/apps/link", "key=\(link.key)&name=Ada&password=\(PeopleSite.encoded)")
      let cookie: HTTPFields = [.cookie: try #require(made.cookie("kartoteka"))]
      #expect(try await client.page("/school/courses", cookie).status == .ok)
      #expect(try await client.page("/apps/sign-in").text.contains("password"))
      #expect(try await client.page("/school/courses").status == .seeOther)
    }
  }

  @Test("A server that other machines reach lets in nobody while there are no people")
  func needsPeople() async throws {
    let site = try await PeopleSite([])
    var server = site.server
    server.needsPeople = true
    try await server.application().test { (client: TestClient) async throws -> Void in
      for address in ["/", "/school/courses", "/apps/first-account"] {
        let answer = try await client.page(address)
        #expect(answer.status == .seeOther, "\(address)")
        #expect(answer.headers[.location]?.hasPrefix("/apps/sign-in") == true)
      }
      #expect(try await client.page("/api/school/courses").status == .unauthorized)
      let page = try await client.page("/apps/sign-in").text
      #expect(page.contains("kartoteka people add NAME --administrator") && !page.contains("the server printed"))
      try await site.people.add("Ada", password: PeopleSite.password, isAdministrator: true, by: .machine("tests"))
      let cookie = try await site.session(of: "Ada", client)
      #expect(try await client.page("/school/courses", cookie).status == .ok)
    }
  }

  @Test("One that has lost its people says how they come back")
  func lost() async throws {
    let (site, server) = try await Self.shared([])
    site.people.mark.set()
    try await server.application().test { (client: TestClient) async throws -> Void in
      for address in ["/", "/api/school/courses", "/apps/sign-in"] {
        let answer = try await client.page(address)
        #expect(answer.status == .serviceUnavailable, "\(address)")
        #expect(answer.text.contains("kartoteka people add NAME --administrator"), "\(address)")
      }
    }
  }

  @Test("The administrator's token works before there are people")
  func token() async throws {
    var (_, server) = try await Self.shared([])
    server.administrator = try Administrator(token: "right")
    try await server.application().test { (client: TestClient) async throws -> Void in
      let (right, wrong): (HTTPFields, HTTPFields) = (
        [.authorization: "Bearer right"], [.authorization: "Bearer wrong"]
      )
      #expect(try await client.page("/api/school/courses", right).status == .ok)
      #expect(try await client.page("/api/school/courses", wrong).status == .unauthorized)
    }
  }

  @Test("The page for another device and invitations show the shared addresses and the page that helps to trust them")
  func addressesOnTheScreen() async throws {
    let (site, server) = try await Self.shared(["Ada"])
    try await server.application().test { (client: TestClient) async throws -> Void in
      let cookie = try await site.session(of: "Ada", client)
      let page = try await client.page("/school/share?of=/school/courses", cookie).text
      #expect(page.contains("https://laptop.local:\(client.port)/school/courses"))
      #expect(page.contains("https://192.168.1.7:\(client.port)/school/courses"))
      #expect(page.contains("http://laptop.local:8444") && page.contains("AB:CD"))
      // A link that is made on the machine itself is for another one.
      let link = try await client.form("/apps/people/invite", "administrator=on", cookie).text
      #expect(link.contains("https://laptop.local:\(client.port)/apps/link?key="), "\(link)")
      #expect(link.contains("http://laptop.local:8444") && !link.contains("://localhost"))
    }
  }

  @Test("Without a network the page for another device says so, and recommends nothing")
  func withoutNetwork() async throws {
    let (site, made) = try await Self.shared(["Ada"])
    var server = made
    server.shared = SharedAddresses(fingerprint: "AB:CD", trustPort: 0) { [] }
    try await server.application().test { (client: TestClient) async throws -> Void in
      let page = try await client.page("/school/share", try await site.session(of: "Ada", client)).text
      #expect(page.contains("This machine is in no network at the moment."))
      #expect(!page.contains("--share") && !page.contains("AB:CD") && !page.contains("QR code"))
    }
  }

  @Test("A server on this machine alone recommends --share, with people and without", arguments: [[], ["Ada"]])
  func recommendation(names: [String]) async throws {
    let site = try await PeopleSite(names, withPasswords: Set(names))
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let cookie = names.isEmpty ? [:] : try await site.session(of: "Ada", client)
      let page = try await client.page("/school/share", cookie).text
      #expect(page.contains(">--share<") && !page.contains("everybody-may-change"))
    }
  }

  @Test("A certificate for a new address is that of new connections, while an open stream goes on")
  func renewal() async throws {
    let data = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: data) }
    let hosts = Hosts()
    let certificate = try ServerCertificate(OwnCertificates(in: data, title: "Kartoteka") { hosts.all })
    var server = Server(testing: try await School.open())
    server.certificate = certificate
    try await server.application().test { client in
      let stream = data.appending(path: "stream").path(percentEncoded: false)
      @Sendable func curl(_ host: String, _ path: String, _ more: String...) async throws -> OtherProgram.Run {
        try await OtherProgram.run(
          "curl",
          [
            "-sS", "-i", "--noproxy", "*", "--cacert",
            data.appending(path: "_tls/authority.pem").path(percentEncoded: false),
            "--resolve", "\(host):\(client.port):127.0.0.1",
          ] + more + ["https://\(host):\(client.port)\(path)"])
      }
      func streamed(_ text: String) async throws {
        while !((try? String(contentsOfFile: stream, encoding: .utf8))?.contains(text) ?? false) {
          try await Task.sleep(for: .milliseconds(10))
        }
      }
      let following = Task {
        try await curl("localhost", "/api/school/changes", "-N", "--max-time", "60", "-o", stream)
      }
      try await streamed("event")
      #expect(try await curl("desk.local", "/api/school").status == 60)
      hosts.add("desk.local")
      #expect(try certificate.renew() && !certificate.renew())
      let change = try await curl(
        "desk.local", "/api/school/courses", "-H", "Content-Type: application/json", "-d", #"{"name":"Yoga"}"#)
      #expect(change.output.hasPrefix("HTTP/1.1 201"), "\(change.errors) \(change.output.prefix(300))")
      #expect(!change.output.lowercased().contains("strict-transport-security"))
      try await streamed("course")
      following.cancel()
      _ = try await following.value
    }
  }

  /// The names of a machine, which change.
  private final class Hosts: Sendable {
    private let names = Mutex(["laptop.local", "localhost", "127.0.0.1"])
    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }
}
