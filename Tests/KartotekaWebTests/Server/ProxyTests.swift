import HTTPTypes
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("What a proxy says of a request")
struct ProxyTests {
  @Test(
    "Addresses lose ports, brackets and the form of IPv4 in IPv6; other text is none",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"), ("[2001:db8::1]:80", "2001:db8::1"),
      ("2001:DB8:0:0::1", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("unknown", nil), ("", nil),
      ("_hidden", nil),
      ("localhost", nil), ("300.1.1.1", nil), ("[", nil), (":", nil),
    ] as [(String, String?)])
  func addresses(_ text: String, _ address: String?) {
    #expect(ProxyHeaders.address(text) == address)
  }

  @Test("Forwarded is read with quotes, several proxies and odd parts")
  func forwarded() throws {
    var headers = HTTPFields()
    let name = try #require(HTTPField.Name("Forwarded"))
    #expect(ProxyHeaders.elements(headers) == nil)
    headers[name] = #"for="[2001:db8::1]:47";proto=https;host="a,b;c", For=192.0.2.1 ; x ; by=z, =, for=_secret"#
    #expect(
      ProxyHeaders.elements(headers) == [
        .init(client: "2001:db8::1", scheme: "https", host: "a,b;c"), .init(client: "192.0.2.1"), .init(),
        .init(client: "unknown"),
      ])
  }

  private static func share(_ headers: String, proxies: [String]) async throws -> String {
    var server = Server([try await School.open()], port: 0, names: ["school.example"], logger: .quiet)
    server.runsJobs = false
    server.proxies = proxies
    return try await server.application().test { client in
      try await RawConnection.ask(
        client.port, "GET /school/share HTTP/1.1\r\n\(headers)Connection: close\r\n\r\n")
    }
  }

  @Test("A declared proxy names scheme and host of the address that is shared; nobody else does")
  func scheme() async throws {
    let usual = "Host: school.example\r\nX-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n"
    #expect(try await Self.share(usual, proxies: ["127.0.0.1"]).contains("https://school.example/school"))
    let other = try await Self.share(usual, proxies: ["192.0.2.9"])
    #expect(other.contains("http://school.example/school") && !other.contains("https://school.example"))
    let standard = "Host: 127.0.0.1:1\r\nForwarded: for=192.0.2.7;proto=https;host=school.example\r\n"
    #expect(try await Self.share(standard, proxies: ["127.0.0.1"]).contains("https://school.example/school"))
  }

  @Test("A request whose two families of headers differ is refused; one whose are equal is not")
  func contradiction() async throws {
    let usual = "Host: school.example\r\nX-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n"
    for line in ["for=198.51.100.1;proto=https", "for=192.0.2.7;proto=http", "for=127.0.0.1", "proto=https"] {
      #expect(
        try await Self.share(usual + "Forwarded: \(line)\r\n", proxies: ["127.0.0.1"]).contains("400 Bad Request"))
    }
    // What one of them leaves out is no difference.
    for line in ["for=192.0.2.7", "for=192.0.2.7;proto=https", "for=192.0.2.7;proto=HTTPS;host=school.example"] {
      let equal = try await Self.share(usual + "Forwarded: \(line)\r\n", proxies: ["127.0.0.1"])
      #expect(equal.contains("https://school.example/school"), "\(line)")
    }
    let short = "Host: 127.0.0.1:1\r\nX-Forwarded-For: 192.0.2.7\r\n"
    let long = try await Self.share(
      short + "Forwarded: for=192.0.2.7;proto=https;host=school.example\r\n", proxies: ["127.0.0.1"])
    #expect(long.contains("https://school.example/school"))
  }

  @Test("A host that is none of the server's is refused, whether the proxy or the client says it")
  func host() async throws {
    for headers in [
      "Host: evil.example\r\nX-Forwarded-Host: school.example\r\n",
      "Host: school.example\r\nX-Forwarded-Host: evil.example\r\n",
      "Host: school.example\r\nForwarded: for=192.0.2.7;host=evil.example\r\n",
    ] {
      #expect(try await Self.share(headers, proxies: ["127.0.0.1"]).hasPrefix("HTTP/1.1 421"), "\(headers)")
    }
  }

  @Test("Who comes through a proxy is not on this machine, whatever host the proxy names")
  func elsewhere() async throws {
    let local = "Host: localhost\r\n"
    #expect(try await Self.share(local, proxies: []).contains("Only this machine can open"))
    #expect(try await !Self.share(local, proxies: ["127.0.0.1"]).contains("Only this machine can open"))
  }

  @Test("The client is the last address that is no proxy: what the client itself wrote stands before it")
  func client() async throws {
    let said = try await Self.client(of: "10.0.0.9, 192.0.2.7, 127.0.0.2", proxies: ["127.0.0.1", "127.0.0.2"])
    #expect(said == "192.0.2.7")
    #expect(try await Self.client(of: "192.0.2.7", proxies: []) == "127.0.0.1")
    #expect(try await Self.client(of: "nonsense", proxies: ["127.0.0.1"]) == "unknown")
  }

  private static func client(of header: String, proxies: [String]) async throws -> String {
    var server = Server(testing: try await School.open())
    server.proxies = proxies
    let application = server.application(adding: { router in
      router.get("/test-client") { _, context in context.client }
    })
    return try await application.test { client in
      let answer = try await RawConnection.ask(
        client.port,
        "GET /test-client HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(header)\r\nConnection: close\r\n\r\n")
      return answer.split(separator: "\r\n").last.map(String.init) ?? ""
    }
  }
}
