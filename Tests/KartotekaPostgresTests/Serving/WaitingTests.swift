import Foundation
import Kartoteka
import Synchronization
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Waiting for commits in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct WaitingTests {
  private typealias Piece = Workshop.Piece
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  /// Counts the transactions that look for commits.
  private final class Counting: PrimaryWrapper {
    let primary: any PrimaryDatabase
    private let begun = Atomic(0)
    var count: Int { begun.load(ordering: .relaxed) }

    init(_ primary: any PrimaryDatabase) { self.primary = primary }

    func beginReading() throws -> any PrimaryTransaction {
      begun.add(1, ordering: .relaxed)
      return try primary.beginReading()
    }
  }

  private func live() throws -> (server: Server, primary: Counting) {
    var counting: Counting?
    let server = try Server(database.address(), isLive: true) {
      let made = Counting($0)
      counting = made
      return made
    }
    return (server, try #require(counting))
  }

  /// Waits for two answers: what was under way during the first one has ended with the second one.
  private func waitForAnswers(_ server: Server) async throws {
    let answered = server.primaries.listener.answered.load(ordering: .relaxed)
    try await until { server.primaries.listener.answered.load(ordering: .relaxed) >= answered + 2 }
    await server.store.background.waitUntilIdle()
  }

  @Test(
    "A server whose applications lack nothing begins no transaction, and finds a commit of which no notification tells")
  func quiet() async throws {
    let (server, primary) = try live()
    try await server.addPiece("Chair")
    try await waitForAnswers(server)
    let before = primary.count
    try await waitForAnswers(server)
    #expect(primary.count == before)
    // A commit of another server whose notification is lost.
    try database.run(
      """
      BEGIN; SET LOCAL kartoteka.server = 'on'; UPDATE workshop.pieces SET name = 'Throne';
      UPDATE workshop.kartoteka_state SET number = number + 1;
      INSERT INTO workshop.kartoteka_commits (number, token, changes)
      SELECT number, 'other', '{"rows":{"pieces":[[1]]},"numbers":{},"files":[]}' FROM workshop.kartoteka_state; COMMIT
      """)
    try await until { try await server.store.record(Piece.self, id: 1)?.name == "Throne" }
    #expect(primary.count > before)
  }

  @Test("The commits of an application are found while the tables of another one can't be read")
  func oneLocked() async throws {
    let (server, _) = try live()
    let two = try database.server()
    let connection = try PostgresConnection(database.address())
    // The server's connection is that of two applications.
    let other = server.primaries.listener.add("other", known: { nil }, {})
    try connection.run(
      """
      CREATE SCHEMA other; CREATE TABLE other.kartoteka_state (epoch text, number bigint); \
      CREATE TABLE other.kartoteka_commits (number bigint, token text); \
      CREATE TABLE other.kartoteka_foreign_rows (name text, key text)
      """)
    try await waitForAnswers(server)
    try connection.run("BEGIN; LOCK TABLE other.kartoteka_commits IN ACCESS EXCLUSIVE MODE")
    for statement in ["", "ROLLBACK; DROP TABLE other.kartoteka_commits"] {
      if !statement.isEmpty { try connection.run(statement) }
      let before = server.store.feed.last
      try await two.addPiece("Chair")
      await server.store.feed.wait(after: before)
    }
    try await until { try await server.store.count(Piece.all) == 2 }
    _ = other
  }
}
