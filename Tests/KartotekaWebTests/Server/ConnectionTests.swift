import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import NIOCore
import NIOEmbedded
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// Clients that keep their connections without using them, on purpose or on a bad line.
@Suite(.timeLimit(.minutes(10))) struct ConnectionTests {
  private static let post =
    "POST /api/school/courses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n"

  /// Limits for a server whose connections are soon used up.
  private static var few: Limits {
    var limits = Limits()
    limits.connections = 20
    limits.idle = .seconds(600)
    limits.request = .seconds(600)
    limits.bodyGrace = .seconds(600)
    limits.progress = .seconds(600)
    return limits
  }

  private func serve(
    _ limits: Limits, _ app: RunningApp? = nil, _ test: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    let server = Server(testing: try await app.orElse { try await School.open() }, limits: limits)
    try await server.application().test { try await test($0.port) }
  }

  /// Asks again when the connection gave way before the request was sent, as browsers do.
  private func ask(_ port: Int, _ request: String) async throws -> String {
    var answer = ""
    while answer.isEmpty { answer = try await RawConnection.ask(port, request) }
    return answer
  }

  /// A page and a change of somebody else.
  private func expectAnswers(_ port: Int) async throws {
    let list = try await ask(
      port, "GET /api/school/courses HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(list.hasPrefix("HTTP/1.1 200"), "\(list.prefix(100))")
    let close = Self.post.replacing("POST", with: "PATCH").replacing("courses ", with: "courses/1 ")
      .replacing("Content-Length: 15", with: "Connection: close\r\nContent-Length: 12")
    let change = try await ask(port, close + #"{"seats":30}"#)
    #expect(change.hasPrefix("HTTP/1.1 200"), "\(change.prefix(100))")
  }

  @Test("Idle connections give way to new ones")
  func idle() async throws {
    try await serve(Self.few) { port in
      var idle: [any Channel] = []
      for index in 0..<60 {
        let begun = index.isMultiple(of: 2) ? "" : "GET / HTTP/1.1\r\nHost:"
        if let channel = try? await RawConnection.open(port, sending: begun) { idle.append(channel) }
      }
      try await expectAnswers(port)
      for channel in idle { try? await channel.close() }
    }
  }

  @Test("Bodies that trickle in give way to new connections, and don't count as changes that wait")
  func trickle() async throws {
    var limits = Self.few
    limits.changes = 1
    try await serve(limits) { port in
      var slow: [any Channel] = []
      // A connection that gives way while it is being opened is what the test wants.
      for _ in 0..<60 {
        if let channel = try? await RawConnection.open(port, sending: Self.post + "{") { slow.append(channel) }
      }
      try await expectAnswers(port)
      for channel in slow { try? await channel.close() }
    }
  }

  @Test("A body that comes too slowly is answered with 408")
  func slow() async throws {
    var limits = Self.few
    limits.bodyGrace = .milliseconds(100)
    limits.look = .milliseconds(50)
    limits.linger = .milliseconds(100)
    try await serve(limits) { port in
      let answer = try await RawConnection.ask(port, Self.post + "{")
      #expect(answer.hasPrefix("HTTP/1.1 408") && answer.contains("too-slow"), "\(answer)")
    }
  }

  @Test("Unread responses end, and their connections are replaced by new ones")
  func unread() async throws {
    let app = try await School.open()
    _ = try await app.store.perform(.code) { transaction in
      guard let person = transaction.model.entity(named: "person") else { return }
      for _ in 0..<200 {
        var record = AnyRecord(person)
        record["name"] = .text("Ada")
        record["notes"] = .text(String(repeating: "x", count: 50_000))
        try transaction.insert(record)
      }
    }
    let download = "GET /api/school/people?limit=200 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try await serve(Self.few, app) { port in
      var unread: [any Channel] = []
      for _ in 0..<40 {
        let channel = try? await RawConnection.open(port, sending: download, isReading: false)
        if let channel { unread.append(channel) }
      }
      try await expectAnswers(port)
      for channel in unread { try? await channel.close() }
    }
    var limits = Self.few
    limits.progress = .milliseconds(200)
    limits.look = .milliseconds(50)
    let table = ConnectionTable(limit: limits.connections)
    try await Server(testing: app, limits: limits).application(connections: table).test { client in
      try await APICase.get("/api/school").run(client)
      let others = table.count
      let channel = try await RawConnection.open(client.port, sending: download, isReading: false)
      while table.count == others { await Task.yield() }
      while table.count > others { try await Task.sleep(for: .milliseconds(10)) }
      try? await channel.close()
    }
  }

  @Test("A client has half of the connections at most, and gives up its own")
  func clients() throws {
    let loop = EmbeddedEventLoop()
    let table = ConnectionTable(limit: 40)
    func open(_ address: String) throws -> EmbeddedChannel {
      let channel = EmbeddedChannel(loop: loop)
      channel.remoteAddress = try SocketAddress(ipAddress: address, port: 5_000)
      channel.localAddress = try SocketAddress(ipAddress: "192.0.2.9", port: 80)
      let connection = Connection(channel)
      channel.closeFuture.assumeIsolated().whenComplete { _ in table.remove(connection) }
      table.add(connection)
      loop.advanceTime(by: .milliseconds(50))
      return channel
    }
    let other = try open("192.0.2.2")
    let flood = try (0..<30).map { _ in try open("192.0.2.1") }
    #expect(table.count == 21)
    _ = (other, flood)
    let local = try (0..<30).map { _ in try open("127.0.0.1") }
    #expect(table.count == 38)
    _ = local
  }
}

extension Optional {
  fileprivate func orElse(_ other: () async throws -> Wrapped) async throws -> Wrapped {
    if let self { self } else { try await other() }
  }
}
