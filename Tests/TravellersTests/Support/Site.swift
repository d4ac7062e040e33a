import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Kartoteka
import Logging
import Testing

@testable import KartotekaWeb
@testable import Travellers

/// Travellers on a store, and the requests that programs and browsers send.
struct Site {
  /// The administrator's token.
  static let token = "an-administrators-token"

  let store: Store
  private let server: Server

  /// On a store in memory, with the demo data or without.
  init(demo: Bool = true) async throws {
    try await self.init(try Store(inMemory: travellers.description.model), demo: demo)
  }

  /// On that store.
  init(_ store: Store, demo: Bool) async throws {
    self.store = store
    server = Server(
      [RunningApp(travellers, on: store)], administrator: try Administrator(token: Self.token),
      logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
    if demo { _ = try await act("demo") }
  }

  /// Does an action from Swift.
  func act(_ name: String) async throws -> ActionResult {
    try await #require(travellers.action(name)).run(ActionCall(on: store, .code))
  }

  /// An answer, as far as tests look at it.
  struct Answer {
    let status: Int
    let headers: HTTPFields
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

  /// Sends a request to the API; the address is what stands behind `/api/travellers`.
  func api(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, headers: HTTPFields = [:]
  ) async throws -> Answer {
    var headers = headers
    if body != nil { headers[.contentType] = "application/json" }
    return try await send(method, "/api/travellers" + path, body, headers)
  }

  /// Asks for a page, or sends a form.
  func page(_ method: HTTPRequest.Method, _ path: String, _ form: String? = nil, headers: HTTPFields = [:])
    async throws -> Answer
  {
    var headers = headers
    if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
    return try await send(method, path, form, headers)
  }

  private func send(
    _ method: HTTPRequest.Method, _ uri: String, _ body: String?, _ headers: HTTPFields
  ) async throws -> Answer {
    let response = try await server.application().test(.router) { client in
      try await client.execute(
        uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
    return Answer(
      status: response.status.code, headers: response.headers, text: String(buffer: response.body))
  }
}

extension JSONObject {
  /// The text of a member.
  func text(_ name: String) -> String? { if case .string(let text) = self[name] { text } else { nil } }
  /// The whole number that a member is.
  func number(_ name: String) -> Int? { if case .number(let digits) = self[name] { Int(digits) } else { nil } }
}
