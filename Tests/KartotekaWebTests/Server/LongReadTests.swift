import HTTPTesting
import Hummingbird
import KartotekaModel
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

/// Requests whose query has no end.
@Suite(.serialized, .timeLimit(.minutes(3))) struct LongReadTests {
  private final class Counter: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func add(_ more: Int) { number.add(more, ordering: .relaxed) }
  }

  /// A school whose long reads are not counted with those of other tests of the process.
  private static func school() async throws -> (RunningApp, LongReads) {
    let reads = LongReads(atOnce: 1, limit: 16, limitPerClient: 8)
    var options = StoreOptions()
    options.longReads = reads
    return (try await School.inFile(options), reads)
  }

  private static func server(_ app: RunningApp, limit: Duration) -> Server {
    var limits = Limits()
    limits.request = limit
    limits.watch = .milliseconds(50)
    return Server(testing: app, limits: limits)
  }

  /// Adds an address that reads without end.
  /// - Parameters:
  ///   - running: counts the reads that run.
  ///   - ended: counts those that have ended.
  private static func addEndless(to router: Router<WebContext>, _ app: RunningApp, _ running: Counter, _ ended: Counter)
  {
    router.get("api/school/endless/:number") { _, _ -> String in
      try await app.store.read { database in
        running.add(1)
        defer {
          running.add(-1)
          ended.add(1)
        }
        let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        return try RawStatement(sql, in: database).integer().map(String.init) ?? ""
      }
    }
  }

  /// Asks for that address, by a connection of its own.
  /// - Returns: the answer with its head.
  private static func askEndless(_ number: Int, _ port: Int?) async throws -> String {
    try await RawConnection.ask(
      port ?? 0, "GET /api/school/endless/\(number) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
  }

  /// Asks for eight endless queries, does something while all of them run, and hangs up then.
  private static func whileEightRun(
    _ port: Int?, _ running: Counter, _ body: () async throws -> Void
  ) async throws {
    let slow = (0..<8).map { number in Task { try await askEndless(number, port) } }
    defer { for task in slow { task.cancel() } }
    while running.count < 8 { await Task.yield() }
    try await body()
    for task in slow { task.cancel() }
    while running.count > 0 { await Task.yield() }
  }

  @Test("Beside eight queries without end the server, a small page and a write are answered")
  func slowQueries() async throws {
    let (app, _) = try await Self.school()
    defer { School.remove(app) }
    let (running, ended) = (Counter(), Counter())
    let server = Self.server(app, limit: .seconds(3_600))
    try await server.application(adding: { Self.addEndless(to: $0, app, running, ended) }).test { client in
      try await Self.whileEightRun(client.port, running) {
        for number in 0..<5 {
          try await APICase.get("/health", has: ["ok"]).run(client)
          try await APICase.get("/api/school/courses?limit=\(number + 1)").run(client)
          try await APICase.send(.post, "/api/school/courses", #"{"name":"Yoga \#(number)"}"#, 201).run(client)
        }
        #expect(running.count == 8 && ended.count == 0)
      }
    }
  }

  @Test("Queries without end are answered with 503 at the limit, and end then")
  func limit() async throws {
    let (app, _) = try await Self.school()
    defer { School.remove(app) }
    let (running, ended) = (Counter(), Counter())
    let server = Self.server(app, limit: .milliseconds(300))
    try await server.application(adding: { Self.addEndless(to: $0, app, running, ended) }).test { client in
      let port = client.port
      try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<8 { group.addTask { try await Self.askEndless(number, port) } }
        for try await answer in group {
          #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains("timed-out"), "\(answer)")
        }
      }
      // Those that waited for a thread until then have not begun.
      #expect(running.count == 0 && ended.count <= 8)
    }
  }

  @Test("A client that hangs up ends its query")
  func hangingUp() async throws {
    let (app, _) = try await Self.school()
    defer { School.remove(app) }
    let (running, ended) = (Counter(), Counter())
    let server = Self.server(app, limit: .seconds(3_600))
    try await server.application(adding: { Self.addEndless(to: $0, app, running, ended) }).test { client in
      for number in 1...3 {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: "127.0.0.1", port: client.port).get()
        let request = "GET /api/school/endless/0 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: request))
        while running.count == 0 { await Task.yield() }
        try await channel.close()
        while ended.count < number { await Task.yield() }
      }
      #expect(running.count == 0)
      try await APICase.get("/api/school/courses", has: [#""total":4"#]).run(client)
    }
  }

  @Test("Too many long queries of one client are refused with 429 and the time to wait")
  func tooMany() async throws {
    let (app, reads) = try await Self.school()
    defer { School.remove(app) }
    let (running, ended) = (Counter(), Counter())
    let server = Self.server(app, limit: .seconds(3_600))
    try await server.application(adding: { Self.addEndless(to: $0, app, running, ended) }).test { client in
      try await Self.whileEightRun(client.port, running) {
        while reads.count < 8 { await Task.yield() }
        try await APICase.get("/api/school/endless/8", 429, has: ["too-many"]).answering(.retryAfter, "5").run(client)
        #expect(running.count == 8 && ended.count == 1)
      }
    }
  }
}
