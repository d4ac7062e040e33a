import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaHTTP
import KartotekaWeb
import Logging
import Synchronization

/// An application on a store, and the requests that programs and browsers send. Its server starts with the first request.
public struct AppSite: Sendable {
  /// The administrator's token.
  public static let token = "an-administrators-token"

  /// The application.
  public let app: App
  /// Its records.
  public let store: Store
  let services: Services
  private let served: ServedLater

  /// An application on that store, or on one in memory, that asks those services, within functions around each request.
  public init(
    _ app: App, on store: Store? = nil, services: Services = .none, middleware: [Server.Middleware] = []
  ) throws {
    self.app = app
    let store = try store ?? Store(inMemory: app)
    self.store = store
    self.services = services
    var server = Server(
      [RunningApp(app, on: store, services: services)], administrator: try Administrator(token: Self.token),
      logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
    // Tests that want background work do it themselves, by `run(job:)`.
    server.runsJobs = false
    server.middleware = middleware
    served = ServedLater(server)
  }

  /// An entity of the application.
  public func entity(_ name: String) throws -> EntityDescription {
    guard let entity = app.description.model.entity(named: name) else { throw CocoaError(.featureUnsupported) }
    return entity
  }

  /// How many records there are.
  public func count(_ entity: String) async throws -> Int { try await store.count(AnyFetchRequest(entity)) }

  /// Does an action from Swift.
  @discardableResult
  public func act(_ name: String) async throws -> ActionResult {
    guard let action = app.action(name) else { throw CocoaError(.featureUnsupported) }
    return try await action.run(ActionCall(on: store, .code))
  }

  /// Adds a record by the API.
  /// - Throws: ``Refusal`` with the answer unless it was added.
  @discardableResult
  public func add(_ path: String, _ body: String) async throws -> Answer {
    let answer = try await api(.post, path, body)
    guard answer.status == 201 else { throw Refusal(text: "\(path): \(answer.text)") }
    return answer
  }

  /// Sends a request to the API; the address is what stands behind the application's own: `/orders/4`.
  public func api(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, language: String? = nil,
    headers: HTTPFields = [:]
  ) async throws -> Answer {
    var headers = headers
    if body != nil { headers[.contentType] = "application/json" }
    if let language { headers[.acceptLanguage] = language }
    return try await send(method, "/api/\(app.description.name)" + path, body.map { Array($0.utf8) }, headers)
  }

  /// Asks for a page; the address is what stands behind the application's own.
  public func page(_ path: String, language: String = "en", headers: HTTPFields = [:]) async throws -> Answer {
    var headers = headers
    headers[.acceptLanguage] = language
    return try await send(.get, "/\(app.description.name)" + path, nil, headers)
  }

  /// Sends a form.
  public func submit(
    _ path: String, _ fields: KeyValuePairs<String, String> = [:], language: String = "en"
  ) async throws -> Answer {
    let pairs = fields.map { name, value in "\(encoded(name))=\(encoded(value))" }
    return try await send(
      .post, "/\(app.description.name)" + path, Array(pairs.joined(separator: "&").utf8),
      [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: language])
  }

  /// Sends any request; the address is a whole one.
  public func send(
    _ method: HTTPRequest.Method, _ uri: String, _ body: [UInt8]?, _ headers: HTTPFields
  ) async throws -> Answer {
    let response = try await served.started.client.execute(
      uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) })
    return Answer(status: response.status.code, headers: response.headers, bytes: Array(buffer: response.body))
  }

  private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

/// A server that starts when it is asked first. Making its routes takes most of the time of a request.
private final class ServedLater: Sendable {
  private let server: Server
  private let known = Mutex<StartedServer?>(nil)

  init(_ server: Server) { self.server = server }

  var started: StartedServer {
    known.withLock { known in
      let started = known ?? StartedServer(server.application())
      known = started
      return started
    }
  }
}

/// What a request was refused with.
public struct Refusal: Error {
  /// The address and the answer.
  public let text: String

  /// A refusal with that text.
  public init(text: String) { self.text = text }
}

// A test that fails prints what it looked at, and all that an application is would take it minutes.
extension AppSite: CustomReflectable, CustomStringConvertible, CustomDebugStringConvertible {
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
  /// The application's name.
  public var description: String { "the site of \(app.description.name)" }
  /// The same.
  public var debugDescription: String { description }
}
