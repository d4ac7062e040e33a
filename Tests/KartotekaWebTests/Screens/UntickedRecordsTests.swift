import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("All records of a list but some, and steps that are refused")
struct UntickedRecordsTests {
  private static let path = "/school/courses/several"

  private func test(_ body: @escaping @Sendable (TestClient) async throws -> Void) async throws {
    let app = try await School.open()
    try await Server([app], logger: .quiet).application().test { (client: TestClient) async throws -> Void in
      try await body(client)
    }
  }

  private func post(
    _ form: String, to path: String = Self.path, _ client: TestClient
  ) async throws -> (status: HTTPResponse.Status, text: String) {
    let answer = try await client.execute(
      uri: path, method: .post,
      headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
      body: ByteBuffer(string: form))
    return (answer.status, String(buffer: answer.body))
  }

  @Test("Records that were unticked are left out of all, in the last step and in a file")
  func leftOut() async throws {
    try await test { client in
      let (status, question) = try await post("_list=yes&_all=yes&untick-2=yes&_step=delete", client)
      #expect(status == .ok && question.contains("Delete 3 courses?"))
      #expect(question.contains("name=\"_all\"") && question.contains("name=\"untick-2\""))
      let (_, whole) = try await post("_all=yes&_step=export", to: Self.path + "/export", client)
      #expect(whole.contains("Algebra") && whole.contains("Biology"))
      let (_, rest) = try await post("_all=yes&untick-2=yes&_step=export", to: Self.path + "/export", client)
      #expect(rest.contains("Algebra") && !rest.contains("Biology"))
    }
  }

  @Test("A step that is refused leads back to the list with its ticks, and has no boxes of its own")
  func refused() async throws {
    try await test { client in
      let (status, text) = try await post("_list=yes&tick-1=yes&_step=merge", to: Self.path + "?search=e", client)
      #expect(status == .unprocessableContent && text.contains("Choose exactly two cards to merge."))
      #expect(text.contains("href=\"/school/courses?search=e\"") && !text.contains("name=\"tick-"))
    }
  }
}
