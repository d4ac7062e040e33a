import Foundation
import Kartoteka
import Synchronization
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite(
  "Change sets that are made in several transactions, on two servers", .enabled(if: Cluster.isInstalled),
  .timeLimit(.minutes(10)))
struct SharedUnfinishedTests {
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  /// Calls a function before the next transaction that writes.
  private final class Between: PrimaryWrapper {
    let primary: any PrimaryDatabase
    let call = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ primary: any PrimaryDatabase) { self.primary = primary }

    func beginWriting() throws -> any PrimaryTransaction {
      let call = call.withLock { call in
        defer { call = nil }
        return call
      }
      call?()
      return try primary.beginWriting()
    }
  }

  private final class Holder: Sendable { let between = Mutex<Between?>(nil) }

  /// A server, and what it does before its next transaction that writes.
  private func interruptedServer() throws -> (Server, Between) {
    let holder = Holder()
    let server = try Server(database.address()) { primary in
      let between = Between(primary)
      holder.between.withLock { $0 = between }
      return between
    }
    return (server, try #require(holder.between.withLock { $0 }))
  }

  /// Runs a body on another thread, and waits.
  private static func wait(for body: @escaping @Sendable () async throws -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task {
      await #expect(throws: Never.self) { try await body() }
      done.signal()
    }
    done.wait()
  }

  @Test("The parts of a server that has ended are taken back by another one, and no further part follows")
  func ended() async throws {
    let (one, between) = try interruptedServer()
    let two = try database.server()
    try await one.addPiece("Kept")
    let names = Mutex(["A", "B", "C"])
    await #expect(throws: (any Error).self) {
      _ = try await one.store.performInParts(.screen) { [database] part -> Bool? in
        var piece = Workshop.piece(names.withLock { $0.removeFirst() })
        try part.transaction.insert(&piece)
        if piece.name == "B" {
          between.call.withLock { call in
            call = {
              Self.wait {
                // One that goes on is left alone.
                try await two.store.takeBackInterrupted()
                try await two.catchUp()
                let count = try await two.store.count(Workshop.Piece.all)
                #expect(count == 3)
                // The first server still runs in this test, and may renew its beat between the two statements.
                for _ in 0..<20 where try await two.store.count(Workshop.Piece.all) > 1 {
                  try database.run("UPDATE kartoteka_work.entries SET beat = now() - interval '1 min'")
                  try await two.store.takeBackInterrupted()
                  try await two.catchUp()
                }
              }
            }
          }
        }
        return piece.name == "C" ? true : nil
      }
    }
    try await database.expectEqual([one, two])
    #expect(try await two.store.fetch(Workshop.Piece.all).compactMap(\.name) == ["Kept"])
    #expect(names.withLock { $0 } == ["C"])
  }

  /// Adds pieces in two transactions.
  private func addInParts(_ names: [String], at server: Server) async throws {
    let names = Mutex(names)
    _ = try await server.store.performInParts(.screen) { part -> Bool? in
      let (name, isLast) = names.withLock { ($0.removeFirst(), $0.isEmpty) }
      var piece = Workshop.piece(name)
      try part.transaction.insert(&piece)
      return isLast ? true : nil
    }
  }

  @Test("A change set that is complete stays, also if its server ends before it has removed its entry")
  func complete() async throws {
    let (one, two) = (try database.server(), try database.server())
    try await addInParts(["A", "B"], at: one)
    let work = try #require(one.store.sharedWork(SharedUnfinished.kind))
    try work.add("entry", SharedContent(description: nil), files: [])
    try await two.store.takeBackInterrupted()
    #expect(try await two.store.count(Workshop.Piece.all) == 2)
    #expect(try work.entries("entry", isBrief: true).isEmpty)
    try await database.expectEqual([one, two])
  }

  @Test("A change set whose copy is renewed between two parts is finished")
  func renewed() async throws {
    let ((one, between), two) = (try interruptedServer(), try database.server())
    let names = Mutex(["A", "B", "C"])
    _ = try await one.store.performInParts(.screen) { [database] part -> Bool? in
      let (name, isLast) = names.withLock { ($0.removeFirst(), $0.isEmpty) }
      if name == "B" {
        between.call.withLock { call in
          call = {
            Self.wait {
              for name in ["Other", "Another"] { try await two.addPiece(name) }
              // The copy can't be brought up to date by single rows.
              try database.run(
                """
                DELETE FROM workshop.kartoteka_commits \
                WHERE number < (SELECT max(number) FROM workshop.kartoteka_commits)
                """)
            }
          }
        }
      }
      var piece = Workshop.piece(name)
      try part.transaction.insert(&piece)
      return isLast ? true : nil
    }
    #expect(try await one.store.count(Workshop.Piece.all) == 5)
    try await database.expectEqual([one, two])
  }

  @Test(
    "An undo leaves what another server has changed since, at once and in parts that go on there, whichever makes the plan",
    arguments: [nil, Int.max, 0])
  func partialUndo(planningUpTo most: Int?) async throws {
    let (one, two) = (try database.server(), try database.server())
    let ids = try await one.store.perform(.code) { transaction in
      try (1...200).map { number in
        var piece = Workshop.piece("Piece \(number)") { $0.number = number }
        try transaction.insert(&piece)
        return try #require(piece.id)
      }
    }.value
    let outcome = try await one.store.perform(.screen) { transaction in
      for id in ids {
        var piece = try #require(try transaction.record(Workshop.Piece.self, id: id))
        (piece.name, piece.number) = ("Changed", 0)
        try transaction.update(piece)
      }
    }
    let changed = try #require(outcome.changeSet)
    try await two.catchUp()
    let kept = Set(stride(from: 5, to: 200, by: 40).map { ids[$0] })
    for id in kept { try await two.change(Workshop.Piece.self, id) { $0.name = "Kept" } }
    try await one.catchUp()
    let plan = try await one.store.undoPlan(of: changed)
    #expect(plan.goingBack == 200 && plan.staying == kept.count)
    if let most {
      _ = try await one.store.beginUndo(changed, choosing: .keeping(), .screen, planningUpTo: most)
      let begun = try await one.store.continueUndo(part: .zero)
      try await two.catchUp()
      #expect(try await two.store.longUndo() == begun)
      while try await two.store.continueUndo(part: .zero)?.isOver == false {}
    } else {
      let done = try await one.store.undo(changed, .keeping(), .screen).value
      #expect(done == plan)
    }
    try await database.expectEqual([one, two])
    let left = try database.number("SELECT count(*) FROM workshop.pieces WHERE name = 'Kept' AND number > 0")
    #expect(left == kept.count)
    #expect(try database.number("SELECT count(*) FROM workshop.pieces WHERE name LIKE 'Piece %' AND number > 0") == 195)
    #expect(try await one.store.changeSet(changed)?.undoneBy == nil)
  }

  @Test("An undo in parts goes on at another server")
  func undo() async throws {
    let (one, two) = (try database.server(), try database.server())
    // More than the changes between two looks at the time.
    _ = try await one.store.perform(.screen) { transaction in
      for number in 1...300 {
        var piece = Workshop.piece("Piece \(number)")
        try transaction.insert(&piece)
      }
    }
    let last = try #require(try await one.store.lastChangeSet())
    _ = try await one.store.beginUndo(last.id, .screen)
    let begun = try await one.store.continueUndo(part: .zero)
    try await two.catchUp()
    let seen = try await two.store.longUndo()
    #expect(seen?.isOver == false && seen == begun)
    while try await two.store.continueUndo(part: .zero)?.isOver == false {}
    try await database.expectEqual([one, two])
    #expect(try await one.store.longUndo()?.isOver == true)
    #expect(try await one.store.count(Workshop.Piece.all) == 0)
  }
}
