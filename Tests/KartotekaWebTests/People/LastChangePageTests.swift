import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The last change on a record's page")
struct LastChangePageTests {
  @Test("A page reads a record and its last change at once, and without people no last change")
  func once() async throws {
    let lines = Mutex<[String]>([])
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { line in lines.withLock { $0.append(line) } }
    let school = try await School.inFile(options)
    defer { School.remove(school) }
    let site = try await PeopleSite(["Ada", "Rita"])
    var server = Server([school], port: 0, logger: .quiet)
    let alone = server
    server.people = site.people
    var headers: [HTTPFields] = []
    for name in ["Ada", "Rita"] {
      var fields = try await site.token(of: name)
      fields[.acceptLanguage] = "en"
      headers.append(fields)
    }
    // Of a page, what is read of the record, of its history, and where a read of several statements begins.
    @Sendable func read(_ path: String, _ headers: HTTPFields, _ client: TestClient) async throws -> [String] {
      lines.withLock { $0 = [] }
      #expect(try await client.page(path, headers).status == .ok)
      return lines.withLock { $0 }.compactMap { line in
        line.contains("FROM \"courses\" t WHERE t.id = ?")
          ? "record" : line.contains("max(deed)") ? "change" : line.hasPrefix("BEGIN") ? "begin" : nil
      }
    }
    try await server.application().test { [headers] (client: TestClient) async throws -> Void in
      var json = headers[0]
      json[.contentType] = "application/json"
      let changed = try await client.execute(
        uri: "/api/school/courses/1", method: .patch, headers: json, body: ByteBuffer(string: #"{"seats":7}"#))
      #expect(changed.status == .ok)
      for (place, fields) in headers.enumerated() {
        for path in ["/school/courses/1", "/school/courses/1?part=record", "/school/courses?selected=1"] {
          let steps = try await read(path, fields, client)
          let record = try #require(steps.firstIndex(of: "record"), "\(place) \(path): \(steps)")
          #expect(steps[..<record].last == "begin", "\(place) \(path): \(steps)")
          #expect(steps[record...].dropFirst().first == "change", "\(place) \(path): \(steps)")
          #expect(steps.count { $0 == "change" } == 1, "\(place) \(path): \(steps)")
        }
        #expect(try await client.page("/school/courses/1", fields).text.contains("Ada, "))
      }
      #expect(try await client.page("/school/courses/99", headers[0]).status == .notFound)
    }
    try await alone.application().test { (client: TestClient) async throws -> Void in
      let steps = try await read("/school/courses/1", [.acceptLanguage: "en"], client)
      #expect(steps.contains("record") && !steps.contains("change"), "\(steps)")
    }
    _ = site
  }
}
