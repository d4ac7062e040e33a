import Foundation
import Kartoteka
import Synchronization
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Locks of other programs", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct LockedTests {
  private typealias Piece = Workshop.Piece
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  @Test("A write that PostgreSQL ends because of a deadlock is done again after the other program's")
  func deadlock() async throws {
    try database.run("ALTER DATABASE \(database.name) SET deadlock_timeout = '2s'")
    let one = try database.server()
    try await one.addPiece("Chair") { $0.number = 1 }
    let program = try PostgresConnection(database.address())
    // The server's transaction is the one that is ended.
    try program.run("SET deadlock_timeout = '1h'; BEGIN; SELECT 1 FROM workshop.pieces WHERE id = 1 FOR UPDATE")
    let names = Mutex<[String]>([])
    async let written = one.store.perform(.screen) { transaction in
      var piece = try #require(try transaction.record(Piece.self, id: 1))
      names.withLock { $0.append(piece.name ?? "") }
      piece.number = 2
      try transaction.update(piece)
    }
    try await until {
      try database.number(Self.waiting) > 0
    }
    let holder = Mutex(Holder(connection: program))
    try await OwnThread.run { _ in
      _ = try holder.withLock {
        try $0.connection.run("UPDATE workshop.pieces SET name = 'Throne' WHERE id = 1; COMMIT")
      }
    }
    _ = try await written
    // The body has seen the program's row.
    #expect(names.withLock { $0 } == ["Chair", "Throne"])
    let piece = try await one.store.record(Piece.self, id: 1)
    #expect(piece?.name == "Throne" && piece?.number == 2)
    try await database.expectEqual([one, try database.server()])
  }

  /// The number of transactions in the database that wait for a lock.
  private static let waiting =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

  private struct Holder: @unchecked Sendable { let connection: PostgresConnection }

  @Test("Several writes that share a transaction are each done once if it is run again")
  func shared() async throws {
    let (one, two) = (try database.server(), try database.server())
    try await one.addPiece("Chair")
    let gateway = try Gateway(to: database.cluster.port)
    let three = try Server(database.cluster.address(database.name, port: gateway.port))
    try await two.catchUp()
    let first = FirstCall()
    gateway.lose(.beforeCommit)
    try await withThrowingTaskGroup { group in
      for number in 1...8 {
        group.addTask {
          _ = try await three.store.perform(.screen) { [database] transaction in
            try transaction.insert(Workshop.piece("Stool \(number)").any)
            // Another program writes before the rows are sent again.
            guard first.take() else { return }
            Thread.detachNewThread {
              _ = try? database.run("UPDATE workshop.pieces SET number = 7 WHERE id = 1")
            }
            // It waits for the lock by now, and gets it when the connection is lost.
            let deadline = ContinuousClock.now + .seconds(120)
            while try database.number(Self.waiting) == 0 {
              try #require(ContinuousClock.now < deadline, "The other program's statement does not wait for a lock")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try database.number("SELECT count(*) FROM workshop.pieces WHERE name LIKE 'Stool%'") == 8)
    #expect(try database.number("SELECT number FROM workshop.pieces WHERE id = 1") == 7)
    try await database.expectEqual([one, two, three])
  }

  @Test("A write behind a transaction that does not end says so, and the log names it")
  func locked() async throws {
    let one = try Server(database.address(), lockTimeout: .milliseconds(200))
    try await one.addPiece("Chair")
    let program = try PostgresConnection(database.address())
    try program.run("BEGIN; UPDATE workshop.pieces SET number = 1")
    let error = await #expect(throws: StoreError.self) { try await one.addPiece("Lost") }
    guard case .primary(_, let remedy?, .locked) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let command = try #require(Localizer.english(remedy).firstMatch(of: #/SELECT .*;/#)?.output)
    #expect(command.contains("pg_locks") && one.warnings.contains { $0.contains(command) }, "\(one.warnings)")
    let found = try database.run(String(command))
    #expect(found.contains { $0.contains("BEGIN; UPDATE workshop.pieces SET number = 1") }, "\(found)")
    // It is not the same as a server that is away: reads are answered from the copy, also by one that starts.
    let late = try Server(database.address(), in: one.scratch, lockTimeout: .milliseconds(200))
    #expect(late.store.isReadOnly)
    #expect(try await late.store.count(Piece.all) == 1)
    try program.run("COMMIT")
    try await one.addPiece("Table")
    try await database.expectEqual([one])
  }

  @Test("A write that has waited while another one could not take the lock does not wait once more")
  func queue() async throws {
    let one = try Server(database.address(), lockTimeout: .milliseconds(200))
    try await one.addPiece("Chair")
    let replica = try #require(one.store.replica)
    let before = ContinuousClock.now
    try replica.refuse(waitingSince: before)
    let program = try PostgresConnection(database.address())
    try program.run("BEGIN; UPDATE workshop.pieces SET number = 1")
    await #expect(throws: StoreError.self) { try await one.addPiece("Lost") }
    #expect(throws: StoreError.self) { try replica.refuse(waitingSince: before) }
    try replica.refuse(waitingSince: .now)
    try program.run("ROLLBACK")
  }
}

/// Tells the first call from others.
private final class FirstCall: Sendable {
  private let isNext = Mutex(true)

  func take() -> Bool {
    isNext.withLock { isNext in
      defer { isNext = false }
      return isNext
    }
  }
}
