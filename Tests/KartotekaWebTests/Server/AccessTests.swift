import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaModel
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite("Requests of somebody else than those for whom the screens are made")
struct AccessTests {
  private static let other = Access(number: 1)

  /// The status of a row's response to somebody with an access.
  private static func status(
    _ row: ScreenRoute, _ request: Request, _ context: WebContext, _ access: Access
  ) async throws -> HTTPResponse.Status {
    var context = context
    context.access = access
    do { return try await row.response(to: request, context).status } catch let fault as ScreenFault {
      return fault.status
    }
  }

  @Test("A screen answers only those for whom it was made; files, icons and the like are for everybody")
  func screens() async throws {
    let app = try await School.open()
    let rows = ScreenRoutes([app]).table.filter { $0.method == .get && !$0.path.description.contains("{") }
    #expect(rows.count(where: { $0.need == .public }) > 3 && rows.count(where: { $0.need == .see }) > 5)
    let server = Server(testing: app)
    let application = server.application(adding: { router in
      for (number, row) in rows.enumerated() {
        router.get("rows/\(number)") { request, context -> String in
          let own = try await Self.status(row, request, context, context.access)
          let others = try await Self.status(row, request, context, Self.other)
          return "\(own == others) \(others == .notFound)"
        }
      }
    })
    try await application.test { client in
      var refused = 0
      for (number, row) in rows.enumerated() {
        let answer = String(buffer: try await client.execute(uri: "/rows/\(number)", method: .get).body)
        // Some answer nobody without parameters.
        let expected = row.need == .public ? ["true false", "true true"] : ["false true", "true true"]
        #expect(expected.contains(answer), "\(row.outline)")
        if row.need == .see, answer == "false true" { refused += 1 }
      }
      #expect(refused > 5)
    }
  }

  @Test("The store of a request has its access, and the search over everything finds nothing for others")
  func search() async throws {
    let app = RunningApp(usersCRUD, on: try Store(inMemory: usersCRUD.description.model))
    let screens = ScreenRoutes([app])
    let server = Server(testing: app)
    let application = server.application(adding: { router in
      router.get("found/:text") { request, context -> String in
        var context = context
        context.access = Self.other
        #expect(app.store(for: context).access == Self.other)
        let text = context.parameters.get("text") ?? ""
        let own = try await screens.search(text, first: "", limit: 5, request, for: app.store.access)
        let others = try await screens.search(text, first: "", limit: 5, request, for: context.access)
        return "\(own.map(\.title)) \(others.map(\.title))"
      }
    })
    try await application.test { client in
      let person = #"{"firstName":"Anna","lastName":"Kowalska","phone":"+48225551472","address":"Rynek 1"}"#
      try await APICase.send(.post, "/api/userscrud/users", person, 201).run(client)
      let answer = try await client.execute(uri: "/found/kowal", method: .get)
      #expect(String(buffer: answer.body) == #"["Anna Kowalska"] []"#)
    }
  }

  @Test("The response cache and entity tags tell accesses apart")
  func keys() async throws {
    let app = try await School.open()
    let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/school/courses")
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let own = try #require(CacheKey(request, of: app))
    let others = try #require(CacheKey(request, of: app, for: Self.other))
    #expect(try own == #require(CacheKey(request, of: app)) && own != others && own.tag != others.tag)
  }
}
