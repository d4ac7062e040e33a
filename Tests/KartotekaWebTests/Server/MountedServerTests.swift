import HTTPTesting
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("A server within another Hummingbird application")
struct MountedServerTests {
  @Test("own routes come first, all else is the server's with the program's middleware, and its background work runs")
  func mounted() async throws {
    let bakery = Bakery()
    let running = try bakery.open()
    var server = Server([running], logger: .quiet)
    server.clock = bakery.clock.clock
    let seen = Mutex<[String]>([])
    server.middleware = [
      { request, next in
        seen.withLock { $0.append(request.uri.path) }
        var response = try await next(request)
        response.headers[.server] = "bakery"
        return response
      }
    ]
    let router = Router()
    router.get("prices") { _, _ in "Bread 3" }
    let mounted = server.mounted(behind: router.buildResponder())
    let application = Application(responder: mounted.responder, services: mounted.services, logger: .quiet)
    try await application.test { client in
      let own = try await client.execute(uri: "/prices", method: .get)
      #expect(own.status == .ok && String(buffer: own.body) == "Bread 3" && own.headers[.server] != "bakery")
      let added = try await client.execute(
        uri: "/api/bakery/loaves", method: .post, headers: [.contentType: "application/json"],
        body: ByteBuffer(string: #"{"name":"Rye"}"#))
      #expect(added.status == .created && added.headers[.server] == "bakery")
      #expect(try await client.execute(uri: "/bakery/loaves", method: .get).status == .ok)
      #expect(try await client.execute(uri: "/nothing", method: .get).status == .notFound)
      try await Bakery.job(of: 1, in: running) { $0.state == .done }
    }
    #expect(seen.withLock { $0.contains("/bakery/loaves") && !$0.contains("/prices") })
    #expect(bakery.oven.attempts == ["Rye"])
  }
}
