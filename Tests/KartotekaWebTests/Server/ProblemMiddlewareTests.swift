import HTTPTesting
import Hummingbird
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Errors of requests that write")
struct ProblemMiddlewareTests {
  private struct Broken: Error {}

  private func detail(_ work: @escaping @Sendable (Store) async throws -> Void) async throws -> String {
    let app = try await School.open()
    let router = Router(context: WebContext.self)
    router.addMiddleware { ProblemMiddleware(apps: [app], addresses: RouteIndex(), screens: nil) }
    router.post("api/school/page") { _, _ -> Response in
      try await work(app.store)
      throw Broken()
    }
    return try await Application(router: router).test { client in
      try await client.execute(uri: "/api/school/page", method: .post) { response in
        #expect(response.status == .internalServerError)
        return String(buffer: response.body)
      }
    }
  }

  @Sendable private func add(_ store: Store) async throws {
    _ = try await store.perform(.code) { transaction in
      var person = Record<School.Person>().any
      person["name"] = .text("Zofia")
      try transaction.insert(person)
    }
  }

  @Test("An error says that nothing was changed only where nothing was committed")
  func committed() async throws {
    #expect(try await detail { _ in }.contains("Nothing was changed."))
    #expect(try await detail { _ = try await $0.count(AnyFetchRequest("person")) }.contains("Nothing was changed."))
    let saved = try await detail(add)
    #expect(!saved.contains("Nothing was changed"))
    #expect(saved.contains("The change was saved"))
  }
}
