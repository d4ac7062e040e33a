import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Searching the fields and values of a list's sheets")
struct FieldSearchTests {
  private func rows(_ client: TestClient, _ path: String) async throws -> [String] {
    let answer = try await client.execute(
      uri: "/school/courses/" + path, method: .get, headers: [.acceptLanguage: "en"])
    #expect(answer.status == .ok, "\(path)")
    let text = String(buffer: answer.body)
    let start = text.range(of: "id=\"shape-found\"")?.upperBound ?? text.startIndex
    return text[start...].matches(of: /class="t wrap">([^<]*)</).map { String($0.1) }
  }

  private func test(_ body: @escaping @Sendable (TestClient) async throws -> Void) async throws {
    let app = try await School.open()
    try await Server([app], logger: .quiet).application().test { (client: TestClient) async throws -> Void in
      try await body(client)
    }
  }

  @Test("Fields are found by all words of a text without case and accents, those that begin with it first")
  func fields() async throws {
    try await test { client in
      let all = try await rows(client, "filter")
      #expect(all.contains("Seats") && all.contains("Teacher") && !all.contains("Teacher · Name"))
      #expect(try await rows(client, "filter?_find=SE%C3%81TS") == ["Seats"])
      #expect(try await rows(client, "filter?_find=name") == ["Teacher · Name", "Course name"])
      #expect(try await rows(client, "filter?_find=teacher%20mail") == ["Teacher · Mail"])
      #expect(try await rows(client, "filter?_find=zzz").isEmpty)
      let columns = try await rows(client, "columns?_find=mail")
      // Below it the way to all columns of the teacher.
      #expect(columns == ["Teacher · Mail", "Columns of Teacher"])
      #expect(try await rows(client, "figures?_find=seat").first == "Seats")
    }
  }

  @Test("The part of the found rows has these alone, and keeps the list's search and filter in its links")
  func part() async throws {
    try await test { client in
      let answer = try await client.execute(
        uri: "/school/courses/filter?_find=seats&part=found&where=price:gt:1&search=a", method: .get)
      let text = String(buffer: answer.body)
      #expect(text.contains("field=seats") && text.contains("price") && text.contains("search=a"))
      #expect(!text.contains("id=\"shape-find\""))
    }
  }

  @Test("An amount is compared as at least, the number of a record as equal")
  func operators() async throws {
    try await test { client in
      for (field, first) in [("price", "gte"), ("seats", "gte"), ("id", "eq"), ("name", "contains")] {
        let answer = try await client.execute(uri: "/school/courses/filter?field=\(field)", method: .get)
        let option = String(buffer: answer.body).firstMatch(of: /id="shape-op"[^>]*><option value="([a-z]+)"/)?.1
        #expect(option.map(String.init) == first, "\(field)")
      }
    }
  }
}
