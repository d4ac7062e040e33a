import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// A server with an application of a JSON description, and the requests that a browser sends.
struct DesignedSite {
  struct Answer {
    let status: HTTPResponse.Status
    let location: String
    let text: String
    let headers: HTTPFields
  }

  let client: TestClient
  let name: String
  /// The data folder.
  let folder: URL

  static func test(_ json: String, _ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let school = try await School.open()
    var server = Server([school], port: 0, logger: .quiet)
    server.designs = DesignFolder(folder, besides: [school.app])
    try await server.application().test { client in
      try await APICase.send(.post, "/api/apps", json, 201).run(client)
      guard case .object(let object) = try JSONParser.parse(json), case .string(let name)? = object["name"] else {
        Issue.record("The description has no name")
        return
      }
      try await body(DesignedSite(client: client, name: name, folder: folder))
    }
  }

  func get(_ path: String, cookie: String? = nil) async throws -> Answer {
    var headers: HTTPFields = [.acceptLanguage: "en"]
    headers[.cookie] = cookie
    return Answer(try await client.execute(uri: path, method: .get, headers: headers))
  }

  /// A page that is there.
  func page(_ path: String) async throws -> String {
    let answer = try await get(path)
    #expect(answer.status == .ok, "\(path)")
    return answer.text
  }

  func send(_ form: PageForm, to action: String? = nil) async throws -> Answer {
    try await post(action ?? form.action, form.body)
  }

  /// Sends a form, and again where it is led to another address, as browsers do.
  func post(_ path: String, _ body: String) async throws -> Answer {
    let response = try await client.execute(
      uri: path, method: .post, headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
      body: ByteBuffer(string: body))
    guard response.status == .temporaryRedirect, let other = response.headers[.location], other != path else {
      return Answer(response)
    }
    return try await post(other, body)
  }

  /// The form of a page with that action.
  func form(_ action: String, on path: String? = nil) async throws -> PageForm {
    let page = try await page(path ?? action)
    return try #require(PageForm.form(action, in: page), "\(action) in \(page.suffix(3_000))")
  }

  /// The form of a sheet of the shape.
  func shapeForm(_ path: String) async throws -> PageForm { try await form("/\(name)/shape/" + path) }

  /// Sends a form that needs no question.
  @discardableResult
  func change(_ form: PageForm) async throws -> Answer {
    let answer = try await send(form)
    #expect(answer.status == .seeOther, "\(form.action): \(answer.text.suffix(2_000))")
    return answer
  }

  func description() async throws -> AppDocument {
    let text = try await APICase.get("/api/\(name)/description").run(client)
    return try AppDocument(json: Array(text.body.readableBytesView))
  }

  /// Changes the description.
  func describe(_ change: (inout AppDocument) -> Void) async throws {
    var document = try await description()
    change(&document)
    try await APICase.send(.put, "/api/\(name)/description", document.json, 200).run(client)
  }

  func add(_ plural: String, _ json: String) async throws {
    try await APICase.send(.post, "/api/\(name)/\(plural)", json, 201).run(client)
  }

  /// The JSON of a record.
  func record(_ path: String) async throws -> String {
    String(buffer: try await APICase.get("/api/\(name)/\(path)").run(client).body)
  }

  /// The number of records.
  func count(_ plural: String) async throws -> Int {
    let text = String(buffer: try await APICase.get("/api/\(name)/\(plural)?limit=1").run(client).body)
    return Int(text.firstMatch(of: /"total":(\d+)/)?.1 ?? "") ?? -1
  }
}

extension DesignedSite.Answer {
  fileprivate init(_ response: TestResponse) {
    self.init(
      status: response.status, location: response.headers[.location] ?? "", text: String(buffer: response.body),
      headers: response.headers)
  }
}
