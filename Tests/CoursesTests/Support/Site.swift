import Courses
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Kartoteka
import Logging
import Synchronization

@testable import KartotekaWeb

/// Courses on a store in memory, and the requests that programs and browsers send.
struct Site {
  let store: Store
  /// The SQL that the store was asked.
  let statements = Statements()
  private let server: Server

  init() throws {
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { [statements] in statements.add($0) }
    store = try Store(inMemory: courses.description.model, options: options)
    server = Server(
      [RunningApp(courses, on: store)], logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
  }

  /// With the demo data.
  static func withExamples() async throws -> Site {
    let site = try Site()
    _ = try await site.act("demo")
    return site
  }

  /// Does an action from Swift.
  @discardableResult
  func act(_ name: String) async throws -> ActionResult? {
    try await courses.action(name)?.run(ActionCall(on: store, .code))
  }

  /// Adds a user; their id.
  @discardableResult
  func add(_ first: String, _ last: String) async throws -> RecordID {
    let mail = "\(first).\(last).\(try await store.count(Courses.User.all))@school.example"
    let user = record("user", ["firstName": first, "lastName": last, "email": mail.replacing(" ", with: ".")])
    return try await store.perform(.code) { try $0.insert(user).id ?? 0 }.value
  }

  /// Adds a course; its id.
  @discardableResult
  func add(course name: String, _ subject: String, by teacher: RecordID? = nil) async throws -> RecordID {
    var course = record("course", ["name": name, "subject": subject])
    course["teacher"] = teacher.map(Value.integer) ?? .null
    let added = course
    return try await store.perform(.code) { try $0.insert(added).id ?? 0 }.value
  }

  private func record(_ entity: String, _ texts: [String: String]) -> AnyRecord {
    var record = AnyRecord(Self.entity(entity))
    for (name, text) in texts { record[name] = .text(text) }
    return record
  }

  /// An entity of the application.
  static func entity(_ name: String) -> EntityDescription {
    courses.description.model.entity(named: name)
      ?? EntityDescription(name: "", plural: "", table: "", nouns: Nouns("", ""), attributes: [], relationships: [])
  }

  /// The ids that a relationship leads to.
  func related(_ entity: String, _ name: String, of id: RecordID) async throws -> [RecordID] {
    guard let relationship = Self.entity(entity).relationship(name) else { return [] }
    return try await store.related(relationship, of: id)
  }

  /// The teachers by subject.
  func teachers(_ collation: Collation = .root) async throws -> RecordGroups {
    try await store.groups(
      of: Self.entity("course"), by: "subject", showing: "teacher", order: ["lastName", "firstName"],
      collation: collation)
  }

  // MARK: Requests

  /// An answer, as far as tests look at it.
  struct Answer {
    let status: Int
    let location: String?
    let cookie: String?
    let text: String

    /// The JSON object that the body is.
    var json: JSONObject {
      get throws {
        guard case .object(let object) = try JSONParser.parse(Array(text.utf8)) else { throw CocoaError(.formatting) }
        return object
      }
    }

    /// The items of a page.
    var items: [JSONObject] {
      get throws {
        guard case .array(let items) = try json["items"] else { throw CocoaError(.formatting) }
        return items.compactMap { if case .object(let item) = $0 { item } else { nil } }
      }
    }
  }

  /// Sends a request to the API; the address is what stands behind `/api/courses`.
  func api(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> Answer {
    try await send(method, "/api/courses" + path, body, body == nil ? [:] : [.contentType: "application/json"])
  }

  /// Asks for a page; the address is what stands behind `/courses`.
  func page(_ path: String, language: String = "en") async throws -> Answer {
    try await send(.get, "/courses" + path, nil, [.acceptLanguage: language])
  }

  /// Sends a form.
  func submit(_ path: String, _ fields: KeyValuePairs<String, String>) async throws -> Answer {
    let pairs = fields.map { name, value in "\(encoded(name))=\(encoded(value))" }
    return try await send(
      .post, "/courses" + path, pairs.joined(separator: "&"), [.contentType: "application/x-www-form-urlencoded"])
  }

  private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private func send(
    _ method: HTTPRequest.Method, _ uri: String, _ body: String?, _ headers: HTTPFields
  ) async throws -> Answer {
    let response = try await server.application().test(.router) { client in
      try await client.execute(
        uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
    return Answer(
      status: response.status.code, location: response.headers[.location], cookie: response.headers[.setCookie],
      text: String(buffer: response.body))
  }
}

/// Keeps the SQL that a store was asked.
final class Statements: Sendable {
  private let kept = Mutex<[String]>([])
  func add(_ line: String) { kept.withLock { $0.append(line) } }

  /// What was asked since the last call.
  func taken() -> [String] {
    kept.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

extension JSONObject {
  /// The text of a member.
  func text(_ name: String) -> String? { if case .string(let text) = self[name] { text } else { nil } }
  /// The whole number that a member is.
  func number(_ name: String) -> Int64? { if case .number(let digits) = self[name] { Int64(digits) } else { nil } }
  /// The whole numbers that a member has.
  func numbers(_ name: String) -> [Int64] {
    guard case .array(let values) = self[name] else { return [] }
    return values.compactMap { if case .number(let digits) = $0 { Int64(digits) } else { nil } }
  }
}
