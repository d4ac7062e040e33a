import Foundation
import Kartoteka
import Synchronization
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite(
  "Failures while an application is served from PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10))
)
struct FailureTests {
  private typealias Piece = Workshop.Piece
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  /// Commits at the primary without an answer, as for a process that ends then.
  private final class Ending: PrimaryWrapper {
    let primary: any PrimaryDatabase
    let ends: Atomic<Bool>

    init(_ primary: any PrimaryDatabase) {
      self.primary = primary
      ends = Atomic(false)
    }

    func beginWriting() throws -> any PrimaryTransaction { Work(try primary.beginWriting(), self) }

    private final class Work: TransactionWrapper {
      let work: any PrimaryTransaction
      let ending: Ending

      init(_ work: any PrimaryTransaction, _ ending: Ending) {
        self.work = work
        self.ending = ending
      }

      func commit() -> PrimaryOutcome {
        let outcome = work.commit()
        guard ending.ends.exchange(false, ordering: .acquiringAndReleasing) else { return outcome }
        return .unknown(PrimaryLost(.primary("ended", remedy: nil)))
      }
    }
  }

  @Test(
    "A process that ends between the commit at the database and that of its copy catches up", arguments: [false, true])
  func ends(isReopened: Bool) async throws {
    var ending: Ending?
    let one = try Server(database.address()) {
      let made = Ending($0)
      ending = made
      return made
    }
    let two = try database.server()
    let maker = try await one.addMaker("Ann")
    ending?.ends.store(true, ordering: .releasing)
    await #expect(throws: (any Error).self) {
      try await one.addPiece("Chair") { ($0.maker, $0.picture) = (maker, Workshop.bytes(150_000, 1)) }
    }
    #expect(try await one.store.count(Piece.all) == 0)
    #expect(try database.number("SELECT count(*) FROM workshop.pieces") == 1)
    let again = isReopened ? try Server(database.address(), in: one.scratch) : one
    #expect(try await again.addPiece("Table") == 2)
    #expect(try await again.store.fetch(Piece.all).count == 2)
    try await database.expectEqual([again, two])
  }

  @Test(
    "A transaction whose connection is lost at COMMIT counts if the database has committed it, and else is done again")
  func lostCommit() async throws {
    let gateway = try Gateway(to: database.cluster.port)
    let one = try Server(database.cluster.address(database.name, port: gateway.port))
    let two = try database.server()
    try await one.addMaker("Ann")
    gateway.lose(.afterCommit)
    let chair = try await one.addPiece("Chair")
    gateway.lose(.beforeCommit)
    let stool = try await one.addPiece("Stool")
    #expect(stool == chair + 1)
    try await database.expectEqual([one, two])
    gateway.lose(.beforeCommit, .beforeCommit, .beforeCommit)
    let error = await #expect(throws: StoreError.self) { try await one.addPiece("Lost") }
    guard case .primary = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await one.store.fetch(Piece.all).map(\.id) == [chair, stool])
    #expect(try await one.addPiece("Table") == stool + 1)
    try await database.expectEqual([one, two])
    // The same when everything is written anew.
    gateway.lose(.afterCommit)
    try await one.store.dropTables()
    try await database.expectEqual([one, two])
    #expect(try await two.store.count(Piece.all) == 0)
  }

  @Test("A write does not fail because the database has ended the connection that it would have used")
  func terminated() async throws {
    let (one, two) = (try database.server(), try database.server())
    try await one.addPiece("Chair")
    try database.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    try await one.addPiece("Table")
    try await database.expectEqual([one, two])
  }

  @Test("Reads go on while the database is stopped, writes say why they fail, and both go on afterwards")
  func stopped() async throws {
    let gateway = try Gateway(to: database.cluster.port)
    let address = try database.cluster.address(database.name, port: gateway.port)
    let one = try Server(address, isLive: true, patience: .zero)
    let two = try database.server()
    let chair = try await one.addPiece("Chair")
    gateway.close()
    #expect(try await one.store.fetch(Piece.all.searching("chair")).map(\.id) == [chair])
    let error = await #expect(throws: StoreError.self) { try await one.addPiece("Lost") }
    guard case .primary(_, let remedy, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(remedy != nil)
    let before = one.store.feed.last
    let table = try await two.addPiece("Table")
    #expect(try await one.store.count(Piece.all) == 1)
    try gateway.open()
    // It hears of what others have written meanwhile.
    await one.store.feed.wait(after: before)
    #expect(try await one.store.count(Piece.all) == 2)
    #expect(try await one.addPiece("Lamp") == table + 1)
    try await database.expectEqual([one, two])
  }

  @Test("A write waits for a server that takes the place of the one that has stopped")
  func waits() async throws {
    let gateway = try Gateway(to: database.cluster.port)
    let one = try Server(database.cluster.address(database.name, port: gateway.port))
    gateway.close()
    let writing = Task { try await one.addPiece("Chair") }
    try gateway.open()
    #expect(try await writing.value == 1)
    try await database.expectEqual([one])
  }

  @Test(
    "When the database is restored from a backup, copies with later commits are made anew, also where others have got their numbers",
    arguments: [0, 1, 2])
  func restored(others: Int) async throws {
    let (one, two) = (try database.server(), try database.server())
    try await one.addPiece("Kept")
    let admin = try PostgresConnection(database.cluster.address())
    let name = database.name
    // A database that is a template has no connections.
    try admin.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
    try await until { try admin.run("SELECT 1 FROM pg_stat_activity WHERE datname = $1", name).isEmpty }
    try admin.run("CREATE DATABASE \(name)_backup TEMPLATE \(name)")
    try await two.addPiece("Lost")
    try await one.catchUp()
    #expect(try await one.store.count(Piece.all) == 2)
    try admin.run("DROP DATABASE \(name) WITH (FORCE)")
    try admin.run("ALTER DATABASE \(name)_backup RENAME TO \(name)")
    let three = try database.server()
    for number in 0..<others { try await three.addPiece("Other \(number)") }
    try await one.catchUp()
    #expect(try await one.store.fetch(Piece.all.searching("lost")).isEmpty)
    try await two.addPiece("Last")
    try await database.expectEqual([one, two, three])
    #expect(try await one.store.count(Piece.all) == 2 + others)
  }

  @Test("What the database refuses changes nothing, neither there nor in the copy")
  func refused() async throws {
    let (one, two) = (try database.server(), try database.server())
    let chair = try await one.addPiece("Chair")
    try database.run("ALTER TABLE workshop.pieces ADD CONSTRAINT few CHECK (number < 10)")
    let error = await #expect(throws: StoreError.self) {
      _ = try await one.change(Piece.self, chair) { ($0.number, $0.name) = (10, "Stool") }
    }
    guard case .primary = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await one.store.record(Piece.self, id: chair)?.name == "Chair")
    _ = try await two.change(Piece.self, chair) { $0.number = 9 }
    try await database.expectEqual([one, two])
  }
}
