import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Logging
import NIOPosix
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite struct ServerTests {
  @Test func tellsBrowsersWhatIsAllowed() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      for row in [APICase.get("/api/school/courses"), .get("/api/school/courses/99", 404), .get("/api/nothing", 404)] {
        let response = try await row.run(client)
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        #expect(
          response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; frame-ancestors 'none'") == true)
        #expect(response.headers[values: .contentSecurityPolicy].count == 1)
        #expect(response.headers[.accessControlAllowOrigin] == nil && response.headers[.server] == nil)
      }
      let page = try await client.execute(uri: "/nowhere", method: .get)
      let policy = page.headers[.contentSecurityPolicy] ?? ""
      #expect(policy.contains("script-src 'self';") && !policy.contains("unsafe") && policy.contains("base-uri 'none'"))
    }
  }

  @Test
  func refusesBodiesOverTheLimit() async throws {
    let long = "{\"name\":\"\(String(repeating: "x", count: 1_100_000))\"}"
    try await check(
      [.send(.post, "/api/school/courses", long, 413, has: [#""limit":1048576"#, "too-large"])])
    try await check([.send(.patch, "/api/school/courses/1", long, 413)])
    try await check([.send(.put, "/api/school/courses/1/students", long, 413)])
  }

  @Test func readsNoFurtherThanTheLimit() async throws {
    var limits = Limits()
    limits.linger = .milliseconds(500)
    let server = Server(testing: try await School.open(), limits: limits)
    try await server.application().test { client in
      // By its head alone, before a byte of it has come.
      let head = "POST /api/school/courses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      let known = try await RawConnection.ask(client.port, head + "Content-Length: 99999999999\r\n\r\n")
      #expect(known.hasPrefix("HTTP/1.1 413") && known.lowercased().contains("connection: close"), "\(known)")
      let chunk = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
      let chunked = try await RawConnection.ask(
        client.port, head + "Transfer-Encoding: chunked\r\n\r\n", String(repeating: chunk, count: 40))
      #expect(chunked.hasPrefix("HTTP/1.1 413"), "\(chunked.prefix(100))")
    }
  }

  @Test func stopsBodiesThatTrickleIn() async throws {
    var limits = Limits()
    limits.request = .milliseconds(300)
    limits.watch = .milliseconds(50)
    let server = Server(testing: try await School.open(), limits: limits)
    try await server.application().test { client in
      let head = "POST /api/school/courses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      let answer = try await RawConnection.trickle(client.port, head + "Content-Length: 9999\r\n\r\n", byte: " ")
      #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains("timed-out"), "\(answer)")
      try await APICase.get("/api/school/courses", has: [#""total":4"#]).run(client)
    }
  }

  @Test func hangsUpOnHeadsThatTrickleIn() async throws {
    var limits = Limits()
    limits.idle = .milliseconds(300)
    let server = Server(testing: try await School.open(), limits: limits)
    try await server.application().test { client in
      let answer = try await RawConnection.trickle(client.port, "GET /api HTTP/1.1\r\nHost: ", byte: "x")
      #expect(answer.isEmpty, "\(answer)")
    }
  }

  @Test func letsOnlySoManyChangesWait() async throws {
    var limits = Limits()
    limits.changes = 0
    let gate = WriteLimit(limits: limits)
    let router = Router(context: WebContext.self)
    let app = try await School.open()
    router.addMiddleware {
      ProblemMiddleware(apps: [app], addresses: RouteIndex(), screens: nil)
      gate
    }
    router.post("/api/x") { _, _ in "done" }
    router.get("/api/x") { _, _ in "read" }
    try await Application(router: router, logger: .quiet).test { client in
      try await APICase.send(.post, "/api/x", "{}", 429, has: ["too-many"]).answering(.retryAfter, "1").run(client)
      try await APICase.get("/api/x", has: ["read"]).run(client)
    }
  }

  @Test(
    "A body that is not HTTP is answered with 400",
    arguments: [
      "Transfer-Encoding: xchunked\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n{}\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n",
      "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 2\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n",
    ])
  func brokenBodies(rest: String) async throws {
    var limits = Limits()
    limits.idle = .seconds(60)
    limits.linger = .milliseconds(100)
    let server = Server(testing: try await School.open(), limits: limits)
    try await server.application().test { client in
      let head = "POST /api/school/courses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      let answer = try await RawConnection.ask(client.port, head + rest)
      #expect(answer.hasPrefix("HTTP/1.1 4") && answer.contains(#""detail":""#), "\(answer)")
    }
  }

  @Test("An address or a head that is too long is answered with 431 and the reason")
  func longHeads() async throws {
    var limits = Limits()
    limits.linger = .milliseconds(100)
    let server = Server(testing: try await School.open(), limits: limits)
    try await server.application().test { client in
      let long = String(repeating: "x", count: 100_000)
      for request in [
        "GET /\(long) HTTP/1.1\r\nHost: localhost\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(long)\r\n",
      ] {
        let answer = try await RawConnection.ask(client.port, request + "\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 431") && answer.contains("head-too-large"), "\(answer)")
      }
    }
  }

  @Test func brokenRequestsDoNoHarm() async throws {
    var limits = Limits()
    limits.idle = .seconds(10)
    let server = Server(testing: try await School.open(), limits: limits)
    try await server.application().test { client in
      let port = client.port
      for bytes in [
        "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
        "GET /api HTTP/1.1\r\nHost localhost\r\n\r\n", "POST /api HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      ] {
        let answer = try await RawConnection.ask(port, bytes)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer)")
      }
      let answer = try await RawConnection.ask(port, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(answer.contains("ok"))
    }
  }

  @Test func saysThatADataFileIsGone() async throws {
    let app = try await School.inFile()
    defer { School.remove(app) }
    let path = try #require(app.store.url).path(percentEncoded: false)
    let server = Server(testing: app, limits: Limits())
    try await server.application().test { client in
      try await APICase.get("/health", has: [#"{"status":"ok"}"#]).run(client)
      unlink(path)
      while try await client.execute(uri: "/health", method: .get).status == .ok { await Task.yield() }
      // Of its own form, which is no problem's.
      let health = try await client.execute(uri: "/health", method: .get)
      #expect(health.status == .serviceUnavailable)
      #expect(
        String(buffer: health.body).contains(#""status":"degraded","apps":{"school":"The database file was deleted"#))
      try await APICase.send(.post, "/api/school/courses", #"{"name":"Yoga"}"#, 503, has: ["data-file", "put back"])
        .run(client)
      try await APICase.get("/api/school/courses", has: [#""total":4"#]).run(client)
    }
  }

  @Test func namesThePortThatIsTaken() async throws {
    let taken = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0)
      .get()
    let port = taken.localAddress?.port ?? 0
    let server = Server([try await School.open()], port: port, logger: .quiet)
    let error = await #expect(throws: ServerError.self) { try await server.run() }
    #expect(error == .portInUse(port))
    let text = error.map { Localizer.english($0.phrase) } ?? ""
    #expect(text.contains("\(port)") && text.contains("--port"))
    try await taken.close()
  }

  @Test func namesTheHostThatIsNone() async throws {
    let server = Server([try await School.open()], host: "192.0.2.1", port: 0, logger: .quiet)
    let error = await #expect(throws: ServerError.self) { try await server.run() }
    guard case .noSuchHost("192.0.2.1", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func endsWhenItIsCancelledAndSaysWhenItIsReady() async throws {
    let server = Server([try await School.open()], port: 0, logger: .quiet)
    let (ports, ready) = AsyncStream.makeStream(of: Int.self)
    let run = Task { try await server.run { ready.yield($0) } }
    var port = 0
    for await number in ports {
      port = number
      break
    }
    let answer = try await RawConnection.ask(port, "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(answer.contains(#"{"status":"ok"}"#))
    run.cancel()
    _ = await run.result
  }
}
