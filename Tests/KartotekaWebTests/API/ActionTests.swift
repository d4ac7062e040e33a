import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaScreens
import Logging
import Testing

@testable import KartotekaAPI
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Actions, by the API")
struct ActionTests {
  private static let token = "the-token"
  private static let bearer: HTTPFields = [.authorization: "Bearer \(token)"]

  private func check(_ cases: [APICase], administrator: Bool = true) async throws {
    var server = Server(testing: try await School.open())
    if administrator { server.administrator = try Administrator(token: Self.token) }
    try await server.application().test { client in
      for row in cases { try await row.run(client) }
    }
  }

  private static func post(
    _ path: String, _ body: String? = nil, _ status: Int, has: [String] = [], lacks: [String] = []
  ) -> APICase {
    let headers: HTTPFields = body == nil ? [:] : [.contentType: "application/json"]
    return APICase(
      method: .post, path: "/api/school" + path, headers: headers, body: body, status: status, has: has, lacks: lacks)
  }

  @Test("An action of the application takes inputs, has defaults, and responds in the requested language")
  func onApplication() async throws {
    try await check([
      Self.post(
        "/actions/mail", #"{"subject":"Hello"}"#, 200,
        has: [#"{"action":"mail","message":"Sent “Hello” to 4 people, copies: 1","changeset":null}"#]
      ).answering(.contentLanguage, "en").answering(.vary, "Accept-Language"),
      Self.post("/actions/mail", #"{"subject":"Hello","copies":3}"#, 200, has: ["copies: 3"]),
      Self.post("/actions/mail", #"{"subject":"Cześć"}"#, 200, has: ["Wysłano „Cześć”"])
        .with([.acceptLanguage: "pl"]).answering(.contentLanguage, "pl"),
    ])
  }

  @Test("An action of a record or an entity is one change set and needs no body")
  func onRecord() async throws {
    try await check([
      Self.post("/courses/2/actions/close", nil, 200, has: [#""action":"close""#, #""message":"Closed Biology""#]),
      .get("/api/school/courses/2", has: [#""isOpen":false"#]), .get("/api/school/courses/1", has: [#""isOpen":true"#]),
      Self.post("/courses/actions/reopen", "{}", 200, has: [#""changeset":"#], lacks: ["null"]).with(Self.bearer),
      .get("/api/school/courses/2", has: [#""isOpen":true"#]),
    ])
  }

  @Test("Invalid inputs are reported for each field")
  func inputs() async throws {
    let mail = "/actions/mail"
    try await check([
      Self.post(mail, nil, 422, has: [#""errors":{"subject":["This can't be empty"]}"#]),
      Self.post(mail, "{}", 422, has: ["subject"]), Self.post(mail, #"{"subject":" "}"#, 422, has: ["subject"]),
      Self.post(
        mail, #"{"subject":5,"copies":"many","colour":"red"}"#, 422,
        has: [#""subject":["#, #""copies":["#, #""colour":["There is no such field"]"#]),
      Self.post(mail, #"{"subject":"Hello","copies":9}"#, 422, has: ["This has to be at most 5"]),
      Self.post(mail, #"{"subject":"Hello","copies":null}"#, 422, has: ["copies"]),
      Self.post("/courses/1/actions/close", #"{"now":true}"#, 422, has: [#""now":["There is no such field"]"#]),
      Self.post(mail, #"["subject"]"#, 422, has: ["JSON object"]), Self.post(mail, "{", 400, has: ["malformed-json"]),
      Self.post(mail + "?subject=Hello", "{}", 400, has: ["subject"]),
      APICase(method: .post, path: "/api/school" + mail, headers: [.contentType: "text/plain"], body: "x", status: 415),
    ])
  }

  @Test("an unknown action is refused with the actions of the address, and a missing record is not found")
  func unknown() async throws {
    try await check([
      Self.post("/actions/explode", nil, 404, has: ["Unknown action explode. Known: mail, shred, demo."]),
      Self.post("/courses/actions/mail", nil, 404, has: ["Known: reopen."]),
      Self.post("/actions/close", nil, 404, has: ["mail"]), Self.post("/people/1/actions/close", nil, 404),
      Self.post("/courses/99/actions/close", nil, 404, has: ["There is no record 99"]),
      Self.post("/courses/x/actions/close", nil, 404, has: ["There is no record x"]),
      .get("/api/school/actions/mail", 405).answering(.allow, "OPTIONS, POST"),
    ])
  }

  @Test("A refused action states the reason and changes nothing")
  func refused() async throws {
    try await check([
      Self.post("/courses/2/actions/close", nil, 200),
      Self.post("/courses/2/actions/close", nil, 409, has: ["action-refused", "Biology is closed already"]),
      Self.post("/actions/demo", nil, 409, has: ["The examples are there already"]),
      .get("/api/school/people", has: [#""total":4"#]),
    ])
  }

  @Test("administrators' ones ask for the token (RFC 6750), before they look at anything else")
  func administrators() async throws {
    let shred = Self.post("/actions/shred", "{", 401, has: ["unauthorized", "admin-token"])
    try await check([
      shred.answering(.wwwAuthenticate, #"Bearer realm="kartoteka""#),
      shred.with([.authorization: "Bearer the-tokem"]).answering(.wwwAuthenticate, #"error="invalid_token""#),
      shred.with([.authorization: "Bearer the-token2"]), shred.with([.authorization: "Basic the-token"]),
      Self.post("/courses/actions/reopen", nil, 401), .get("/api/school/people", has: [#""total":4"#]),
      Self.post("/actions/shred", nil, 200, has: [#""message":"Shredded""#]).with(Self.bearer),
      .get("/api/school/grades", has: [#""total":0"#]),
    ])
    try await check([Self.post("/actions/shred", nil, 401).with(Self.bearer)], administrator: false)
  }

  @Test("the token is in no log and in no answer; a wrong one is logged with the client that sent it")
  func secrecy() async throws {
    let book = LogBook()
    var server = Server(
      [try await School.open()], host: "127.0.0.1", port: 0, names: [], logger: book.logger, screens: nil)
    server.administrator = try Administrator(token: Self.token)
    try await server.application().test { client in
      for headers in [Self.bearer, [.authorization: "Bearer wrong-token"]] {
        let answer = try await client.execute(uri: "/api/school/actions/shred", method: .post, headers: headers)
        #expect(!String(buffer: answer.body).contains("token\"") && !"\(answer.headers)".contains(Self.token))
      }
    }
    #expect(book.entries.count > 1)
    #expect(!book.entries.contains { "\($0)".contains("the-token") || "\($0)".contains("wrong-token") })
    let refusals = book.entries.filter { $0.level == .warning }
    #expect(refusals.map { $0.metadata["path"] } == ["/api/school/actions/shred"])
    #expect(refusals.allSatisfy { $0.metadata["client"]?.isEmpty == false }, "\(refusals)")
  }

  @Test("every action is described with its inputs, and an administrator's with its security scheme")
  func described() throws {
    let document = try OpenAPIDocument.made(of: School.app).json
    guard case .object(let paths) = document["paths"] else { throw CocoaError(.formatting) }
    #expect(
      Set(paths.map(\.key).filter { $0.contains("/actions/") }) == [
        "/api/school/actions/mail", "/api/school/actions/shred", "/api/school/actions/demo",
        "/api/school/courses/actions/reopen", "/api/school/courses/{id}/actions/close",
      ])
    for (path, item) in paths where path.contains("/actions/") {
      guard case .object(let item) = item, case .object(let post) = item["post"],
        case .object(let answers) = post["responses"]
      else { throw CocoaError(.formatting) }
      let isProtected = path.hasSuffix("shred") || path.hasSuffix("reopen")
      #expect((post["security"] == [["administrator": []]]) == isProtected, "\(path)")
      #expect((answers["401"] != nil) == isProtected, "\(path)")
      #expect((post["requestBody"] != nil) == path.hasSuffix("mail"), "\(path)")
    }
  }
}
