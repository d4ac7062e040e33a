import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite struct HostCheckTests {
  @Test(arguments: [
    ("localhost", true), ("localhost:8080", true), ("LOCALHOST:8080", true), ("127.0.0.1", true), ("127.0.0.1:1", true),
    ("[::1]", true), ("[::1]:8080", true), ("example.org", true), ("Example.org:443", true), ("", false),
    ("evil.example", false), ("localhost.evil.example", false), ("127.0.0.1.evil.example", false),
    ("192.168.1.5", false),
    ("[fe80::1]", false), ("localhost@evil.example", false), ("localhost:8080:evil", false),
    ("127.0.0.1:9231/../x", false), ("localhost:", true),
  ])
  func knowsItsNames(_ authority: String, _ isOwn: Bool) {
    #expect(HostCheck(host: "127.0.0.1", names: ["example.org"]).isOwn(authority) == isOwn)
  }

  @Test(arguments: [
    ("192.168.1.5:8080", true), ("10.0.0.1", true), ("[fe80::1]:8080", true), ("localhost", true),
    ("evil.example", false),
    ("999.1.1.1", false), ("1.2.3", false),
  ])
  func takesAddressesWhenItListensOnAll(_ authority: String, _ isOwn: Bool) {
    #expect(HostCheck(host: "0.0.0.0", names: []).isOwn(authority) == isOwn)
  }

  @Test func refusesOtherNames() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let port = client.port
      for host in ["evil.example", "evil.example:\(port)"] {
        let answer = try await ask(port, host)
        #expect(answer.hasPrefix("HTTP/1.1 421"), "\(answer)")
        #expect(answer.contains("foreign-host") && !answer.contains("Algebra"))
      }
      let answer = try await ask(port, "127.0.0.1:\(port)")
      #expect(answer.contains("Algebra"))
      let none = try await RawConnection.ask(port, "GET /api HTTP/1.0\r\nConnection: close\r\n\r\n")
      #expect(none.hasPrefix("HTTP/1.1 421") || none.hasPrefix("HTTP/1.0 421"), "\(none)")
    }
  }

  @Test("A request that names two hosts is refused, whichever comes first")
  func refusesTwoHosts() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let port = client.port
      let own = "127.0.0.1:\(port)"
      for (target, hosts, status) in [
        ("/api/school", [own, "evil.example"], 400), ("/api/school", [own, own], 400),
        ("http://evil.example/api/school", ["evil.example"], 421), ("http://\(own)/api/school", [own], 200),
        // A target that is a whole URL names the host, whatever the header says.
        ("http://evil.example/api/school", [own], 421), ("http://evil.example:\(port)?x=/", [own], 421),
        ("http://\(own)@evil.example/api/school", [own], 421), ("http://\(own)/api/school", ["evil.example"], 200),
      ] {
        let lines = hosts.map { "Host: \($0)\r\n" }.joined()
        let answer = try await RawConnection.ask(port, "GET \(target) HTTP/1.1\r\n\(lines)Connection: close\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(target) \(hosts): \(answer.prefix(300))")
      }
    }
  }

  private func ask(_ port: Int, _ host: String) async throws -> String {
    try await RawConnection.ask(
      port, "GET /api/school/courses HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
  }
}
