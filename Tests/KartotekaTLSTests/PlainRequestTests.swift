import Testing

@testable import KartotekaTLS

/// Plain HTTP on the port of HTTPS.
@Suite("A request without encryption")
struct PlainRequestTests {
  private static func response(_ request: String) -> String? {
    PlainRequestHandler.response(to: Array(request.utf8)) { $0 == "records.example:8443" }
  }

  @Test("A browser is led to https, with the same path and parameters")
  func redirect() throws {
    let request = "GET /northwind/orders?q=a%20b HTTP/1.1\r\nhost:  records.example:8443 \r\n"
    #expect(Self.response(request) == nil)
    let response = try #require(Self.response(request + "Accept: */*\r\n\r\n"))
    #expect(response.hasPrefix("HTTP/1.1 307 "))
    #expect(response.contains("\r\nLocation: https://records.example:8443/northwind/orders?q=a%20b\r\n"))
    #expect(response.contains("\r\nCache-Control: no-store\r\n") && response.hasSuffix("\r\n\r\n"))
  }

  @Test(
    "Changes, calls of the API, credentials, foreign hosts and odd requests are refused",
    arguments: [
      "GET /api/northwind/orders HTTP/1.1\r\nHost: records.example:8443\r\n",
      "POST /x HTTP/1.1\r\nHost: records.example:8443\r\n",
      "GET /x HTTP/1.1\r\nHost: records.example:8443\r\nAuthorization: Bearer kt_1\r\n",
      "GET /x HTTP/1.1\r\nHost: evil.example\r\n", "GET /x HTTP/1.1\r\n",
      "GET /x HTTP/1.1\r\nHost: records.example:8443\r\nHost: evil.example\r\n",
      "GET http://evil.example/ HTTP/1.1\r\nHost: records.example:8443\r\n",
      "GET /x\u{a0}y HTTP/1.1\r\nHost: records.example:8443\r\n", "GET /x\r\nHost: records.example:8443\r\n",
      "HELP\r\n",
    ])
  func refusal(_ head: String) throws {
    let response = try #require(Self.response(head + "\r\n"))
    #expect(response.hasPrefix("HTTP/1.1 400 ") && !response.contains("Location"), "\(response)")
    #expect(response.hasSuffix("needs https instead of http.\n"))
  }

  @Test("A head without end is refused")
  func endless() {
    let head = "GET /" + String(repeating: "x", count: PlainRequestHandler.most)
    #expect(Self.response(head)?.hasPrefix("HTTP/1.1 400 ") == true)
  }
}
