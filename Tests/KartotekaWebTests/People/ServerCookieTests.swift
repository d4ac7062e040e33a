import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import KartotekaHTTP

@Suite("The cookies of one server of a machine")
struct ServerCookieTests {
  @Test(
    "A cookie has the port that the browser sees, since browsers send cookies to all ports of a host",
    arguments: [
      ("localhost:8080", "kartoteka-8080"), ("127.0.0.1:65535", "kartoteka-65535"), ("[::1]:8080", "kartoteka-8080"),
      ("records.example", "kartoteka"), ("[::1]", "kartoteka"), ("localhost:", "kartoteka"),
      ("localhost:80a", "kartoteka"), ("localhost:123456", "kartoteka"), ("localhost:8080; x=1", "kartoteka"),
    ])
  func names(_ authority: String, _ name: String) {
    let head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/")
    #expect(ServerCookie.name("kartoteka", for: Request(head: head, body: .init(buffer: ByteBuffer()))) == name)
  }
}
