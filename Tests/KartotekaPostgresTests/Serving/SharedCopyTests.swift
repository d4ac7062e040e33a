import Foundation
import Kartoteka
import Synchronization
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Processes, clocks and versions beside a server", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct SharedCopyTests {
  private typealias Piece = Workshop.Piece
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  /// Does something after a transaction has read its position.
  private final class Stale: PrimaryWrapper {
    let primary: any PrimaryDatabase
    let call = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ primary: any PrimaryDatabase) { self.primary = primary }

    func beginReading() throws -> any PrimaryTransaction {
      let transaction = try primary.beginReading()
      let call = call.withLock { call in
        defer { call = nil }
        return call
      }
      call?()
      return transaction
    }
  }

  @Test("A process that has read an older state does not put back the copy that another process has brought further")
  func twoProcesses() async throws {
    let holder = Mutex<Stale?>(nil)
    let one = try Server(database.address()) { primary in
      let stale = Stale(primary)
      holder.withLock { $0 = stale }
      return stale
    }
    let beside = try Server(database.address(), in: one.scratch)
    let two = try database.server()
    try await two.addPiece("Chair")
    try holder.withLock { try #require($0) }.call.withLock { call in
      call = {
        let done = DispatchSemaphore(value: 0)
        Task {
          await #expect(throws: Never.self) {
            try await two.addPiece("Table")
            try await beside.catchUp()
          }
          done.signal()
        }
        done.wait()
      }
    }
    try await one.catchUp()
    let here = try Replica.position(at: one.scratch.file("workshop"))
    #expect(try here?.number == Int64(database.number("SELECT number FROM workshop.kartoteka_state")))
    #expect(try await one.store.count(Piece.all) == 2)
    try await database.expectEqual([one, beside, two])
  }

  /// A database whose clock is ahead.
  private struct Ahead: PrimaryWrapper {
    let primary: any PrimaryDatabase
    var now: Date { primary.now.addingTimeInterval(600) }
  }

  @Test("Change sets, jobs and keys of requests have the time of the database's clock")
  func clock() async throws {
    let one = try Server(database.address()) { Ahead(primary: $0) }
    let before = Date()
    try await one.addPiece("Chair")
    let last = try #require(try await one.store.lastChangeSet())
    #expect(last.at > before.addingTimeInterval(500))
    let request = IdempotentRequest(key: "k", fingerprint: "f")
    try await one.store.storeResponse(StoredResponse(status: 201, headers: [:], body: []), for: request)
    let at = try #require(try database.value("SELECT at FROM workshop.kartoteka_requests"))
    #expect(try #require(Timestamp.date(at)) > before.addingTimeInterval(500))
  }

  @Test("A server follows the database's clock, and not by less than its answers take")
  func clockOfPrimary() throws {
    let primaries = try PostgresPrimaries(database.address())
    let application = PrimaryApplication(name: "none", title: "None", isDesigned: true, description: "{}") { _ in
      ModelDescription(entities: [])
    }
    let primary = try #require(primaries.database(of: application) as? PostgresPrimary)
    func ahead() -> TimeInterval { primary.now.timeIntervalSince(Date()).rounded() }
    primary.noteTime(Date().timeIntervalSince1970 + 0.3)
    #expect(ahead() == 0)
    primary.noteTime(Date().timeIntervalSince1970 - 360)
    #expect(ahead() == -360)
    primary.noteTime(Date().timeIntervalSince1970 + 90)
    #expect(ahead() == 90)
  }

  private struct Note: Entity {
    let title = Attribute<String>("Title", .required, .title)
  }

  private static func app(_ name: String) -> App {
    App(name, title: name, symbol: .box, hue: 1, entities: [Note.self]) {
      Tab("Notes", symbol: .box) { List(Note.self, title: \.title) }
    }
  }

  @Test("An application of a newer version, or one that may not be read, hides no other one, and its local copy stays")
  func newer() async throws {
    let role = database.name + "_r"
    try database.run("CREATE ROLE \(role) LOGIN")
    for name in ["kept", "newer", "closed"] {
      _ = try Server(database.address(), of: Self.app(name))
      try database.run(
        """
        UPDATE \(name).kartoteka_application SET is_designed = true; GRANT USAGE ON SCHEMA \(name) TO \(role);
        GRANT SELECT ON ALL TABLES IN SCHEMA \(name) TO \(role)
        """)
    }
    try database.run(
      "UPDATE newer.kartoteka_application SET format = 99; REVOKE SELECT ON closed.kartoteka_application FROM \(role)")
    let scratch = try Scratch()
    for name in ["newer", "closed", "gone"] {
      let other = try TestDatabase()
      _ = try Server(other.address(), of: Self.app(name), in: scratch)
    }
    let primaries = try PostgresPrimaries(database.address(user: role))
    let removed = try primaries.bringDesigned(to: scratch.folder, besides: ["kept"], isRequested: true) { _, _ in
      ModelDescription(entities: [])
    }
    #expect(removed == ["gone"])
    for name in ["kept", "newer", "closed"] { #expect(try primaries.contains(name), "\(name)") }
    #expect(try !primaries.contains("gone"))
    await #expect(throws: PostgresError.newer(schema: "newer")) { try await database.copy().applications() }
    try database.run("DROP OWNED BY \(role); DROP ROLE \(role)")
  }
}
