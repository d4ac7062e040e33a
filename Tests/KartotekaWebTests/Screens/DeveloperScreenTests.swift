import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaModel
import NIOCore
import Testing

@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Statements of pages, for authors of applications")
struct DeveloperScreenTests {
  /// The cookie of a browser that switches recording on.
  private func browser(_ client: TestClient) async throws -> HTTPFields {
    let answer = try await client.execute(
      uri: "/school/developer", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: "on=yes"))
    let cookie = try #require(answer.headers[.setCookie])
    return [.cookie: String(cookie.prefix { $0 != ";" }), .acceptLanguage: "en"]
  }

  @Test("A browser sees the statements of its own pages, and nobody those of others")
  func own() async throws {
    try await Server([try await School.open()], logger: .quiet).application().test { client in
      func recorded(_ headers: HTTPFields) async throws -> String {
        String(buffer: try await client.execute(uri: "/school/developer", method: .get, headers: headers).body)
      }
      let (one, other) = (try await browser(client), try await browser(client))
      #expect(one[.cookie] != other[.cookie])
      let searched = "/school/courses?search=secret"
      #expect(try await client.execute(uri: searched, method: .get, headers: one).status == .ok)
      #expect(try await recorded(one).contains("search=secret"))
      for headers: HTTPFields in [other, [.cookie: "developer=1", .acceptLanguage: "en"], [.acceptLanguage: "en"]] {
        #expect(try await !recorded(headers).contains("search=secret"))
      }
      #expect(try await recorded(other).contains("Stop recording"))
      #expect(try await recorded([.cookie: "developer=1"]).contains("Record statements"))
    }
  }

  @Test("The pages of a limited number of browsers are kept, and a limited number of each")
  func limits() async throws {
    let history = StatementHistory()
    func visit(_ page: Int, _ browser: String) async throws {
      try await history.recording(URLPath("page\(page)"), of: browser) {}
    }
    for page in 0..<20 { try await visit(page, "first") }
    #expect(history.pages(of: "first").map(\.address.text) == (8..<20).reversed().map { "/page\($0)" })
    for browser in 1...StatementHistory.browsers { try await visit(0, "browser\(browser)") }
    #expect(history.pages(of: "first").isEmpty && history.pages(of: "browser1").count == 1)
  }
}
