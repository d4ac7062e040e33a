import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite struct AddressTests {
  @Test
  func saysWhatThereIs() async throws {
    try await check(
      [
        .get("/health", has: [#"{"status":"ok"}"#]),
        .get("/api", has: [#"{"apps":[{"name":"school","title":"School","href":"/api/school"}]}"#]),
        .get(
          "/api/school",
          has: [#"{"name":"courses","href":"/api/school/courses","count":4}"#, "/api/school/openapi.json"]),
      ])
  }

  @Test func saysWhatThereIsNot() async throws {
    try await check([
      .get("/api/nothing", 404, has: ["There is no application nothing."]),
      .get("/api/nothing/courses", 404, has: ["nothing"]), .get("/nowhere", 404, has: ["/nowhere"]),
      .get("/api/school/users", 404, has: ["Unknown: users in school. Known: courses, people, grades."]),
      .get("/api/school/course", 404), .get("/api/school/Courses", 404),
      .get("/api/school/courses/1/pages", 404, has: ["students, grades, poster"]),
      .get("/api/school/courses/1/students/2/3/4", 404), .get("/api/school/%63ourses", 404),
      .send(.post, "/api/school/actions/print", "{}", 404, has: ["Unknown action print. Known: mail,"]),
      .send(.post, "/api/school/people/1/actions/mail", "{}", 404, has: ["There is no action mail here."]),
      .get("/api/school/" + String(repeating: "x", count: 500), 404, lacks: [String(repeating: "x", count: 90)]),
      .get("/api/school/%3Cscript%3E", 404, lacks: ["<script>"]), .get("//evil.example/x", 404),
      .get("/api/../etc", 404),
    ])
  }

  @Test("an address that is too long is refused with 414")
  func longAddresses() async throws {
    let path = "/api/school/courses?search="
    func padded(_ length: Int) -> String { path + String(repeating: "a", count: length - path.utf8.count) }
    try await check(
      [
        .get(padded(16_384), 400, has: ["at most 400 characters"]),
        .get(padded(16_385), 414, has: ["target-too-long", "An address can have at most"], lacks: ["aaaaaaaa"]),
        .get(padded(60_000), 414), .send(.post, padded(20_000), "{}", 414),
      ])
  }

  /// An entity or a tab of such a name would hide what the platform has there.
  @Test("every word that the platform's own addresses have is reserved")
  func reservedWords() async throws {
    let school = try await School.open()
    let server = Server([school], host: "127.0.0.1", port: 0, names: [], logger: .quiet)
    let own = Set(school.description.model.entities.map(\.plural) + school.description.tabs.map(\.path))
    var words: Set<String> = []
    for row in server.table {
      let parts = row.path.description.split(separator: "/").map(String.init)
      let rest = parts.first == "api" ? parts.dropFirst() : parts[...]
      guard rest.first == "school", let word = rest.dropFirst().first, !word.hasPrefix("{"), !own.contains(word) else {
        continue
      }
      words.insert(word)
    }
    #expect(words.isSuperset(of: ["batch", "changes", "changesets", "import", "export", "more", "openapi.json"]))
    let free = words.subtracting(ReservedNames.paths).filter { !$0.contains(".") }
    #expect(free.isEmpty, "\(free)")
  }

  @Test func saysWhatCanBeDone() async throws {
    let options = APICase(method: .options, path: "/api/school/courses/1", status: 204)
      .answering(.allow, "DELETE, GET, HEAD, OPTIONS, PATCH")
    let trace = APICase(method: .trace, path: "/api/school/courses", status: 405)
    try await check([
      .send(.put, "/api/school/courses", "{}", 405, has: ["PUT", "GET, HEAD, OPTIONS, POST"])
        .answering(.allow, "GET, HEAD, OPTIONS, POST"),
      .send(.post, "/api/school/courses/1", "{}", 405).answering(.allow, "PATCH"),
      .delete("/api/school/courses", 405), .send(.patch, "/api/school/courses/1/students", "{}", 405),
      .get("/api/school/courses/1/students/2", 405).answering(.allow, "DELETE"),
      .send(.post, "/health", "{}", 405), .delete("/api", 405), options, trace,
      APICase(method: .options, path: "/api/school/nothing", status: 404),
    ])
  }

  /// Every route, asked in a way it can't answer, reports it in the one shape (``APICase`` compares it).
  @Test func everyRouteHasOneShapeOfErrors() async throws {
    let server = Server(testing: try await School.open())
    let rows = server.table.filter { $0.path.description != "/health" }
    #expect(rows.count > 60)
    try await server.application().test { client in
      for row in rows {
        let (method, parts) = (row.method, row.path.components.map { "\($0)" })
        let address = "/" + parts.map { $0.hasPrefix("{") ? "0" : $0 }.joined(separator: "/")
        let response = try await client.execute(
          uri: address + "?unknown=1", method: method, body: ByteBuffer(string: "{"))
        let status = response.status.code
        #expect((400..<500).contains(status), "\(method) \(address): \(status)")
        try await APICase(method: method, path: address + "?unknown=1", body: "{", status: status).run(client)
      }
    }
  }

  @Test func appsKeepToThemselves() async throws {
    let users = RunningApp(usersCRUD, on: try .init(inMemory: usersCRUD.description.model))
    let server = Server(testing: try await School.open(), users)
    try await server.application().test { client in
      try await APICase.get("/api/userscrud/users", has: [#""total":0"#]).run(client)
      try await APICase.get("/api/userscrud/courses", 404, has: ["users"]).run(client)
      try await APICase.get("/api", has: ["school", "userscrud"]).run(client)
    }
  }
}
