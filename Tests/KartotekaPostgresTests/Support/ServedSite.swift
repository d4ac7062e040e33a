import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaApplication
import Logging
import Synchronization
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaPostgres
@testable import KartotekaWeb

/// An HTTP server with the address book, whose records are in PostgreSQL.
final class ServedSite: Sendable {
  private let scratch: Scratch
  private let lines = Mutex<[String]>([])
  private let address: PostgresAddress

  /// What was logged for the administrator.
  var log: [String] { lines.withLock { $0 } }

  init(_ address: PostgresAddress) throws {
    self.address = address
    scratch = try Scratch()
  }

  /// Opens the address book and serves it while the body runs.
  func serve(_ body: @escaping @Sendable (TestClient) async throws -> Void) async throws {
    var options = StoreOptions()
    options.warn = { [weak self] line in self?.lines.withLock { $0.append(line) } }
    options.primaries = PostgresPrimaries(address, patience: .zero)
    let logger = Logger(label: "tests") { _ in Log(site: self) }
    let opened = try await RunningApp.openEach([usersCRUD], in: scratch.folder, options: options, logger: logger)
    var server = KartotekaWeb.Server(opened.running, unavailable: opened.unavailable, logger: logger)
    server.designs = DesignFolder(scratch.folder, besides: [usersCRUD])
    server.storeOptions = options
    server.waitingInterval = .milliseconds(100)
    try await server.application().test { try await body($0) }
  }

  private struct Log: LogHandler {
    let site: ServedSite
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      site.lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
  }
}

extension TestClient {
  /// Adds a person by the API.
  func addPerson(_ name: String, language: String = "en") async throws -> (status: Int, text: String) {
    let response = try await answer(toPerson: name, language: language)
    return (response.status.code, String(buffer: response.body))
  }

  /// The API's answer to a new person.
  func answer(toPerson name: String, language: String = "en") async throws -> TestResponse {
    try await execute(
      uri: "/api/userscrud/users", method: .post,
      headers: [.contentType: "application/json", .acceptLanguage: language],
      body: ByteBuffer(
        string: #"{"firstName":"Ada","lastName":"\#(name)","phone":"+48 225 550 1472","address":"Street 1"}"#))
  }

  /// Sends the form with a new person.
  func sendForm(_ name: String, language: String) async throws -> (status: Int, text: String) {
    let response = try await execute(
      uri: "/userscrud/users", method: .post,
      headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: language],
      body: ByteBuffer(string: "firstName=Ada&lastName=\(name)&phone=%2B48+225+550+1472&address=Street+1"))
    return (response.status.code, String(buffer: response.body))
  }

  /// A page.
  func page(_ path: String, language: String = "en") async throws -> (status: Int, text: String) {
    let response = try await execute(uri: path, method: .get, headers: [.acceptLanguage: language])
    return (response.status.code, String(buffer: response.body).replacing("&#39;", with: "'"))
  }
}
