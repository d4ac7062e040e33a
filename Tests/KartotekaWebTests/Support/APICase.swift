import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// One row of a table of requests: what is asked, what has to be answered, what must appear and what must not.
struct APICase: Sendable, CustomTestStringConvertible {
  let method: HTTPRequest.Method
  let path: String
  var headers: HTTPFields = [:]
  var body: String?
  let status: Int
  var has: [String] = []
  var lacks: [String] = []
  /// Headers that have to be in the answer, with what they have to contain.
  var answers: [HTTPField.Name: String] = [:]

  var testDescription: String { "\(method) \(path.prefix(100)) \(body?.prefix(60) ?? "")" }

  static func get(_ path: String, _ status: Int = 200, has: [String] = [], lacks: [String] = []) -> APICase {
    APICase(method: .get, path: path, status: status, has: has, lacks: lacks)
  }

  /// A request with a JSON body.
  static func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String, _ status: Int, has: [String] = [],
    lacks: [String] = [], headers: HTTPFields = [:]
  ) -> APICase {
    var headers = headers
    if headers[.contentType] == nil { headers[.contentType] = "application/json" }
    return APICase(method: method, path: path, headers: headers, body: body, status: status, has: has, lacks: lacks)
  }

  static func delete(_ path: String, _ status: Int = 204, has: [String] = []) -> APICase {
    APICase(method: .delete, path: path, status: status, has: has)
  }

  /// The same with headers.
  func with(_ headers: HTTPFields) -> APICase {
    var copy = self
    for field in headers { copy.headers[field.name] = field.value }
    return copy
  }

  /// The same with a header that has to be in the answer.
  func answering(_ name: HTTPField.Name?, _ value: String) -> APICase {
    var copy = self
    if let name { copy.answers[name] = value }
    return copy
  }

  /// Sends the request and compares.
  @discardableResult
  func run(_ client: TestClient) async throws -> TestResponse {
    let response = try await client.execute(
      uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    let text = String(buffer: response.body)
    #expect(response.status.code == status, "\(testDescription): \(text.prefix(400))")
    for part in has { #expect(text.contains(part), "\(testDescription): \(text.prefix(600)) lacks \(part)") }
    for part in lacks { #expect(!text.contains(part), "\(testDescription): \(text.prefix(600)) has \(part)") }
    for (name, value) in answers {
      #expect(
        response.headers[name]?.contains(value) == true,
        "\(testDescription): \(name) is \(response.headers[name] ?? "missing")")
    }
    if response.status.code >= 400, method != .head { try expectProblem(response) }
    return response
  }

  // Every error has one shape (RFC 9457).
  private func expectProblem(_ response: TestResponse) throws {
    #expect(response.headers[.contentType] == "application/problem+json", "\(testDescription)")
    let value = try JSONParser.parse(Array(response.body.readableBytesView))
    guard case .object(let problem) = value else {
      Issue.record("\(testDescription): no object")
      return
    }
    #expect(problem["status"] == .number(String(response.status.code)))
    for key in ["type", "title", "detail"] {
      guard case .string(let text) = problem[key] else {
        Issue.record("\(testDescription): no \(key)")
        continue
      }
      #expect(!text.isEmpty)
      // A place that nobody filled, or what only a programmer would understand.
      #expect(!text.contains("{") || text.contains("{id"), "\(text)")
      #expect(!text.contains("SQLite error") && !text.contains(".swift"), "\(text)")
    }
  }
}

extension Server {
  /// The API of applications, for tests: without screens, and quiet.
  init(testing app: RunningApp, _ more: RunningApp..., limits: Limits = Limits()) {
    self.init([app] + more, host: "127.0.0.1", port: 0, names: [], logger: .quiet, screens: nil)
    self.limits = limits
  }
}

extension Logger {
  /// A logger that says nothing.
  static var quiet: Logger { Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() } }
}

/// Runs a table of requests one after the other against a school.
func check(_ cases: [APICase]) async throws {
  let server = Server(testing: try await School.open())
  try await server.application().test { client in
    for row in cases { try await row.run(client) }
  }
}
