import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaAPI
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("The table of the API's operations", .timeLimit(.minutes(5)))
struct OperationTests {
  private static func rows() async throws -> [APIOperation] { API.made(of: [try await School.open()]).operations }

  @Test("It has the addresses and needs of the snapshot")
  func snapshot() async throws {
    try expectSnapshot(try await Self.rows().map(\.line).sorted().joined(separator: "\n") + "\n", "operations.txt")
  }

  @Test("What reads needs no more than to see, and what writes needs more")
  func needs() async throws {
    for row in try await Self.rows() {
      let isReading = row.need == .see || row.need == .public
      #expect((row.method == .get) == isReading, "\(row.line)")
    }
  }

  @Test("A parameter that is not documented is refused, and no documented one is unknown")
  func parameters() async throws {
    let school = try await School.open()
    let server = Server(testing: school)
    try await server.application().test { client in
      for row in API.made(of: [school]).operations where row.method == .get {
        let path = "/" + row.path.components.map { "\($0)".hasPrefix("{") ? "1" : "\($0)" }.joined(separator: "/")
        let refused = try await client.execute(uri: path + "?nothing=1", method: .get)
        #expect(refused.status == .badRequest && String(buffer: refused.body).contains("nothing"), "\(row.line)")
        // The answer of a stream has no end.
        if "\(row.document)".contains("text/event-stream") { continue }
        for name in row.queryNames ?? [] {
          let answer = try await client.execute(uri: path + "?\(name)=", method: .get)
          #expect(!String(buffer: answer.body).contains("Unknown parameter"), "\(row.line) \(name)")
        }
      }
    }
  }

  @Test("An administrator's operation asks for the token before it looks for anything")
  func administrator() async throws {
    let rows = try await Self.rows().filter(\.isForAdministrator)
    #expect(rows.count > 5)
    try await check(
      rows.map { row in
        let parts = row.path.components.map { "\($0)".hasPrefix("{") ? "nobody" : "\($0)" }
        return APICase(method: row.method, path: "/" + parts.joined(separator: "/"), status: 401)
      })
  }
}
