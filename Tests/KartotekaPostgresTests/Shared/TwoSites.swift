import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaWeb
import Logging
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPostgres

/// Two servers of an application on one database, to which requests go by turns, as a proxy sends them that knows no person.
final class TwoSites: Sendable {
  struct Parcel: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let note = Attribute<String>("Note")
    let isSent = Attribute<Bool>("Sent")
  }

  let database: TestDatabase
  let apps: [RunningApp]
  private let folders: [Scratch]
  private let state = Mutex(State())

  private struct State {
    var clients: [TestClient] = []
    var turn = 0
    var cookies: [String: String] = [:]
  }

  private static func post(_ actions: [Action]) -> App {
    App("post", title: "Post", symbol: .book, hue: 120, entities: [Parcel.self], actions: actions) {
      Tab("Parcels", symbol: .book) { List(Parcel.self, title: \.name) }
    }
  }

  /// - Parameters:
  ///   - other: the application; nil for that of parcels.
  ///   - address: that of the database, if connections to it go through something.
  init(
    _ actions: [Action] = [], serving other: App? = nil, on database: TestDatabase, at address: PostgresAddress? = nil,
    patience: Duration = .seconds(15)
  ) throws {
    self.database = database
    let app = other ?? Self.post(actions)
    let folders = try [Scratch(), Scratch()]
    let place = try address ?? database.address()
    let name = app.description.name
    apps = try folders.map { folder in
      var options = StoreOptions()
      options.primaries = PostgresPrimaries(place, patience: patience)
      let store = try Store(app.description.model, at: folder.file(name), options: app.storeOptions(options))
      return RunningApp(app, on: store)
    }
    self.folders = folders
  }

  func test(_ body: @Sendable () async throws -> Void) async throws {
    try await KartotekaWeb.Server([apps[0]], logger: .silent).application().test { first in
      try await KartotekaWeb.Server([apps[1]], logger: .silent).application().test { second in
        state.withLock { $0.clients = [first, second] }
        try await body()
      }
    }
  }

  /// The number of the server that gets the next request.
  var turn: Int { state.withLock { $0.turn % 2 } }

  /// Sends a request to the next server.
  func exchange(
    _ path: String, _ body: ByteBuffer?, type: String, to server: Int? = nil
  ) async throws -> (response: TestResponse, text: String) {
    let (client, cookies) = state.withLock { state in
      defer { if server == nil { state.turn += 1 } }
      let cookies = state.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      return (state.clients[server ?? state.turn % 2], cookies)
    }
    var headers: HTTPFields = [.contentType: type, .acceptLanguage: "en"]
    if !cookies.isEmpty { headers[.cookie] = cookies }
    let response = try await client.execute(
      uri: path, method: body == nil ? .get : .post, headers: headers, body: body)
    for cookie in response.headers[values: .setCookie] {
      let parts = (cookie.split(separator: ";").first ?? "").split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { state.withLock { $0.cookies[parts[0]] = parts[1] } }
    }
    return (response, String(buffer: response.body))
  }

  func get(_ path: String, from server: Int? = nil) async throws -> (response: TestResponse, text: String) {
    try await exchange(path, nil, type: "text/plain", to: server)
  }

  func post(
    _ path: String, _ form: String, to server: Int? = nil
  ) async throws -> (response: TestResponse, text: String) {
    try await exchange(path, ByteBuffer(string: form), type: "application/x-www-form-urlencoded", to: server)
  }

  /// Uploads a file.
  func upload(_ name: String, _ content: Data, to path: String = "/post/import") async throws -> TestResponse {
    var body = ByteBuffer(
      string: "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(name)\"\r\n\r\n")
    body.writeBytes(content)
    body.writeString("\r\n--b--\r\n")
    return try await exchange(path, body, type: "multipart/form-data; boundary=b").response
  }

  /// Asks by turns until the page is another one.
  func page(
    _ path: String, until condition: ((response: TestResponse, text: String)) -> Bool
  ) async throws -> (response: TestResponse, text: String) {
    while true {
      let page = try await get(path)
      if condition(page) { return page }
      await Task.yield()
    }
  }

  func add(_ names: [String]) async throws {
    _ = try await apps[0].store.perform(.code) { transaction in
      for name in names {
        var parcel = Record<Parcel>()
        parcel.name = name
        try transaction.insert(&parcel)
      }
    }
  }
}

extension Logger {
  /// A logger that writes nothing.
  static var silent: Logger { Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() } }
}
