import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("A site within a Hummingbird application that exists")
struct MountedSiteTests {
  private let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

  private func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.get("/") { _, _ in "Welcome" }
    router.get("/shop/{item}") { _, context in "Item " + (context.parameters.get("item") ?? "") }
    router.get("/api/prices") { _, _ in "[]" }
    router.post("/orders") { request, _ in
      let body = try await request.body.collect(upTo: 100)
      return "Ordered " + String(buffer: body)
    }
    return router
  }

  private func application<R: HTTPResponder>(_ responder: R, _ site: MountedSite) -> Application<R>
  where R.Context: InitializableFromSource<ApplicationRequestContextSource> {
    Application(responder: responder, services: site.services, logger: logger)
  }

  @Test("answers its own addresses beside the routes of the application, over a socket")
  func besides() async throws {
    let site = Server([try await School.open()], logger: logger).mounted()
    try await application(site.responder(besides: router().buildResponder()), site).test { client in
      func get(_ uri: String, _ status: HTTPResponse.Status = .ok) async throws -> String {
        let response = try await client.execute(uri: uri, method: .get)
        #expect(response.status == status, "\(uri)")
        return String(buffer: response.body)
      }
      #expect(try await get("/") == "Welcome")
      #expect(try await get("/shop/7") == "Item 7")
      #expect(try await get("/api/prices") == "[]")
      _ = try await get("/nowhere", .notFound)
      let ordered = try await client.execute(uri: "/orders", method: .post, body: ByteBuffer(string: "tea"))
      #expect(String(buffer: ordered.body) == "Ordered tea")

      let page = try await get("/school/courses")
      #expect(page.lowercased().contains("<!doctype html>"))
      #expect(try await get("/api/school/courses").contains("\"items\""))
      #expect(try await get("/api/school/nothing", .notFound).contains("\"type\""))
      #expect(try await get("/school/nothing", .notFound).lowercased().contains("<!doctype html>"))
      _ = try await get("/health")
      // A page's style sheet and scripts are the site's, too.
      for match in page.matches(of: /(?:href|src)=\"?(\/[^\/" >]+\.(?:css|js))/) { _ = try await get(String(match.1)) }
      let created = try await client.execute(
        uri: "/api/school/courses", method: .post, headers: [.contentType: "application/json"],
        body: ByteBuffer(string: #"{"name":"Mounting"}"#))
      #expect(created.status == .created)
      #expect(created.headers[.location]?.hasPrefix("/api/school/courses/") == true)
    }
  }

  // The client asks for localhost.
  @Test("answers every request to a host of its own, and none to others", arguments: [true, false])
  func host(isOwn: Bool) async throws {
    let site = Server([try await School.open()], names: ["records.example.org"], logger: logger).mounted()
    let responder = site.responder(
      host: isOwn ? "LocalHost" : "records.example.org", besides: router().buildResponder())
    try await application(responder, site).test { client in
      let start = try await client.execute(uri: "/", method: .get)
      let page = try await client.execute(uri: "/school/courses", method: .get)
      let other = try await client.execute(uri: "/shop/7", method: .get)
      #expect((String(buffer: start.body) == "Welcome") == !isOwn)
      #expect(page.status == (isOwn ? .ok : .notFound))
      #expect(other.status == (isOwn ? .notFound : .ok))
    }
  }

  @Test("its background work runs in the developer's service group, and ends with it")
  func services() async throws {
    let site = Server([try await School.open()], logger: logger).mounted()
    let names = site.services.map { "\($0)" }
    #expect(Set(names).isSuperset(of: ["services", "changes", "jobs"]))
    // The group of the application ends when its server ends, so all services have to end, too.
    try await application(site.responder(besides: router().buildResponder()), site).test { client in
      let stream = try await client.execute(uri: "/health", method: .get)
      #expect(stream.status == .ok)
    }
  }
}
