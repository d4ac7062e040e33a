import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

/// A write that has begun and waits until it may go on.
private final class WriteGate: Sendable {
  private let begun = Atomic(false)
  private let semaphore = DispatchSemaphore(value: 0)

  /// To be called by the write.
  func pass() {
    begun.store(true, ordering: .releasing)
    semaphore.wait()
  }

  /// Waits until the write has begun.
  func waitForWrite() async { while !begun.load(ordering: .acquiring) { await Task.yield() } }

  func open() { semaphore.signal() }
}

@Suite("Cancelled and failed writes")
struct CancelledWriteTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch(file: true) }

  private static func user(_ name: String) -> AnyRecord {
    var user = AnyRecord(entity("user"))
    user["firstName"] = .text(name)
    user["lastName"] = .text("Nowak")
    return user
  }

  @Test("A write by itself that has begun is committed although its task is cancelled, and says so")
  func begun() async throws {
    defer { scratch.remove() }
    let (gate, store) = (WriteGate(), scratch.store)
    let task = Task {
      try await store.perform(.code) { transaction in
        try transaction.requireExclusiveTransaction()
        gate.pass()
        for number in 0..<100 { try transaction.insert(Self.user("Anna \(number)")) }
      }
    }
    await gate.waitForWrite()
    task.cancel()
    gate.open()
    #expect(try await task.value.changeSet == 1)
    #expect(try await store.count(User.all) == 100)
  }

  @Test("A write by itself whose task is cancelled while it waits ends at once, and does nothing")
  func waiting() async throws {
    defer { scratch.remove() }
    let (gate, store) = (WriteGate(), scratch.store)
    let first = Task {
      try await store.perform(.code) { transaction in
        try transaction.requireExclusiveTransaction()
        gate.pass()
        try transaction.insert(Self.user("Anna"))
      }
    }
    await gate.waitForWrite()
    let second = Task {
      try await store.writer.writeEverywhere { try $0.execute("DELETE FROM users") }
    }
    second.cancel()
    // The first one is still under way.
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.open()
    _ = try await first.value
    #expect(try await store.count(User.all) == 1)
  }

  @Test("An undo whose task is cancelled ends between two changes, and nothing is undone")
  func undo() async throws {
    defer { scratch.remove() }
    let store = scratch.store
    let made = try await store.perform(.code) { transaction in
      for number in 0..<200 { try transaction.insert(Self.user("Anna \(number)")) }
    }
    let (changeSet, gate) = (try #require(made.changeSet), WriteGate())
    let task = Task {
      try await store.undo(changeSet, .code) { if $0.done == 0 { gate.pass() } }
    }
    await gate.waitForWrite()
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.count(User.all) == 200)
    try await store.undo(changeSet, .code)
    #expect(try await store.count(User.all) == 0)
  }

  @Test("A write that fails in the middle of a query leaves no statement that stands on a row")
  func failed() async throws {
    defer { scratch.remove() }
    struct Wrong: Error {}
    let store = scratch.store
    _ = try await store.perform(.code) { transaction in
      for number in 0..<10 { try transaction.insert(Self.user("Anna \(number)")) }
    }
    await #expect(throws: Wrong.self) {
      try await store.writer.writeEverywhere { database in
        let rows = try RawStatement("SELECT id FROM users", in: database)
        _ = try rows.step()
        throw Wrong()
      }
    }
    // SQLite refuses this while a statement of the connection runs.
    try await store.writer.writeWithoutTransaction { try $0.truncateLog() }
    await #expect(throws: Wrong.self) {
      _ = try await store.perform(.code) { transaction in
        let rows = try RawStatement("SELECT id FROM users", in: transaction.database)
        _ = try rows.step()
        throw Wrong()
      }
    }
    try await store.writer.writeWithoutTransaction { try $0.truncateLog() }
    _ = try await store.perform(.code) { try $0.insert(Self.user("Ewa")) }
    #expect(try await store.count(User.all) == 11)
  }

  @Test("The connection waits for others as before after a checkpoint that fails")
  func timeout() async throws {
    defer { scratch.remove() }
    let store = scratch.store
    _ = try await store.perform(.code) { try $0.insert(Self.user("Anna")) }
    let after = try await store.writer.writeWithoutTransaction { database -> Int? in
      let rows = try RawStatement("SELECT id FROM users", in: database)
      _ = try rows.step()
      #expect(throws: SQLError.self) { try database.truncateLogWithoutWaiting(5) }
      rows.reset()
      return try database.first(Int.self, "PRAGMA busy_timeout")
    }
    #expect(after == 5_000)
  }
}
