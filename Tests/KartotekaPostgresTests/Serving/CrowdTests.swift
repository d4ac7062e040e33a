import Foundation
import Kartoteka
import Synchronization
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Many writers of an application in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct CrowdTests {
  private final class Counter: Sendable { let number = Atomic(0) }

  /// The numbers of all pieces that a store's feed tells of, until all of some are among them.
  private static func follow(_ store: Store, until isComplete: (Set<RecordID>) -> Bool) async throws -> Set<RecordID> {
    var (known, told) = (0, Set<RecordID>())
    while !isComplete(told) {
      await store.feed.wait(after: known)
      for commit in try #require(store.feed.commits(after: known)) {
        known = commit.number
        guard let changes = commit.changes.byEntity["piece"] else { continue }
        #expect(!changes.isAny)
        told.formUnion(changes.inserted + changes.updated)
      }
    }
    return told
  }

  @Test("No change is missed when 16 tasks on two servers and a program that commits slowly write at the same time")
  func slowProgram() async throws {
    let database = try TestDatabase()
    let servers = [try database.server(isLive: true), try database.server(isLive: true)]
    // Of each task 6, and 4 of the program.
    let total = 16 * 6 + 4
    let followers = servers.map { server in
      Task { try await Self.follow(server.store) { $0.count >= total } }
    }
    let (program, watcher) = (try PostgresConnection(database.address()), try PostgresConnection(database.address()))
    let done = Counter()
    let waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    try await withThrowingTaskGroup { group in
      for writer in 0..<16 {
        let server = servers[writer % 2]
        group.addTask {
          for number in 0..<6 { try await server.addPiece("Writer \(writer) \(number)") { $0.number = number } }
          done.number.add(1, ordering: .relaxed)
        }
      }
      for number in 1...4 {
        try program.run("BEGIN; INSERT INTO workshop.pieces (name) VALUES ('Program \(number)')")
        // A server waits for the lock that the program holds, unless all is written.
        try await until { try done.number.load(ordering: .relaxed) == 16 || !watcher.run(waiting).isEmpty }
        try program.run("COMMIT")
      }
      try await group.waitForAll()
    }
    var told: [Set<RecordID>] = []
    for follower in followers { told.append(try await follower.value) }
    let all = Set(try database.run("SELECT id FROM workshop.pieces").compactMap { $0[0].flatMap(RecordID.init) })
    #expect(all.count == total && told == [all, all])
    try await database.expectEqual(servers)
  }
}
