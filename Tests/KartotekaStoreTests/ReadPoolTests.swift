import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

@Suite("Threads that read", .timeLimit(.minutes(10)))
struct ReadPoolTests {
  /// A statement without end.
  private static let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

  private static func pool(limit: Int, _ longReads: LongReads? = nil) -> ReadPool {
    ReadPool(limit: limit, longReads: longReads) { try ConnectionQueue() }
  }

  /// Begins a read without end, and returns when it runs.
  private static func endlessRead(in pool: ReadPool) async -> Task<Void, any Error> {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await pool.read { database in
        begin.finish()
        _ = try RawStatement(endless, in: database).integer()
      }
    }
    for await _ in begun {}
    return task
  }

  private static func identity(_ database: SQLConnection) -> ObjectIdentifier { ObjectIdentifier(database) }

  @Test("Reads run on threads of the store's own")
  func threads() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    #expect(try await scratch.store.read { _ in Thread.current.name } == ReadWorker.threadName)
    #expect(try await scratch.store.snapshot { _ in Thread.current.name } == ReadWorker.threadName)
  }

  @Test("Cancelling the task ends a statement without end, and its connection reads on")
  func cancellation() async throws {
    let pool = Self.pool(limit: 1)
    let before = try await pool.read(Self.identity)
    for _ in 0..<3 {
      let task = await Self.endlessRead(in: pool)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    let after = try await pool.read { database in
      (Self.identity(database), try RawStatement("SELECT 7", in: database).integer())
    }
    #expect(after.0 == before && after.1 == 7)
  }

  @Test("A read of many short statements ends, too, and so does its transaction")
  func manyStatements() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await scratch.store.snapshot { database in
        begin.finish()
        while true { _ = try RawStatement("SELECT 1", in: database).integer() }
      }
    }
    for await _ in begun {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await scratch.store.snapshot { try RawStatement("SELECT 7", in: $0).integer() } == 7)
  }

  @Test("A read that waits does not begin after its task was cancelled")
  func waiting() async throws {
    let pool = Self.pool(limit: 1)
    let running = await Self.endlessRead(in: pool)
    let begins = Counter()
    let waiting = Task { try await pool.read { _ in begins.add() } }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    try await pool.read { _ in }
    #expect(begins.count == 0)
  }

  @Test("Reads begin in the order in which they came")
  func order() async throws {
    let pool = Self.pool(limit: 1)
    let running = await Self.endlessRead(in: pool)
    let numbers = Lines()
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<20 {
      tasks.append(Task { try await pool.read { _ in numbers.add("\(number)") } })
      while pool.waitingCount <= number { await Task.yield() }
    }
    running.cancel()
    for task in tasks { try await task.value }
    #expect(numbers.lines == (0..<20).map(String.init))
  }

  @Test("The connection that read last is the next one to read")
  func reuse() async throws {
    let pool = Self.pool(limit: 2)
    let other = await Self.endlessRead(in: pool)
    let last = try await pool.read(Self.identity)
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    let first = try await pool.read(Self.identity)
    #expect(first != last)
    for _ in 0..<10 { #expect(try await pool.read(Self.identity) == first) }
  }

  @Test("Eight reads without end at once leave room for short ones, and each of them goes on")
  func long() async throws {
    let longReads = LongReads(atOnce: 1, limit: 16, limitPerClient: 8)
    let pool = Self.pool(limit: 2, longReads)
    let steps = (0..<8).map { _ in Counter() }
    let tasks = steps.map { counter in
      Task {
        try await pool.read { database in
          let numbers = try RawStatement(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", in: database)
          while try numbers.step() { counter.add() }
        }
      }
    }
    while longReads.count < 8 { try await pool.read { _ in } }
    // Short ones are answered while all eight run, and none of the eight is left out.
    let before = steps.map(\.count)
    while zip(steps, before).contains(where: { $0.count == $1 }) {
      #expect(try await pool.read { try RawStatement("SELECT 7", in: $0).integer() } == 7)
    }
    #expect(longReads.count == 8)
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(longReads.count == 0)
  }

  @Test("Clients take turns, however many long reads each has")
  func fairShares() async throws {
    let longReads = LongReads(atOnce: 1, limit: 16, limitPerClient: 8)
    let pool = Self.pool(limit: 2, longReads)
    let turns = Turns()
    await withThrowingTaskGroup { group in
      for (client, read) in [("one", "a"), ("one", "b"), ("one", "c"), ("two", "d")] {
        group.addTask {
          try await LongReads.$client.withValue(client) {
            try await pool.read { database in
              let numbers = try RawStatement(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", in: database)
              while try numbers.step() { turns.add(read) }
            }
          }
        }
      }
      while longReads.count < 4 { await Task.yield() }
      turns.clear()
      while turns.all.count < 14 { await Task.yield() }
      group.cancelAll()
    }
    // What ran before all four were long may have changed the beginning.
    let order = Array(turns.all.dropFirst(4).prefix(8))
    let others = order.filter { $0 != "d" }
    #expect(others.count == 4 && Set(others) == ["a", "b", "c"], "\(order)")
  }

  @Test("Of one client, and in all, there are only so many long reads; those too many are refused and others go on")
  func limits() async throws {
    let longReads = LongReads(atOnce: 1, limit: 3, limitPerClient: 2)
    let pool = Self.pool(limit: 2, longReads)
    func read(_ client: String) async -> Task<Void, any Error> {
      let before = longReads.count
      let task = await LongReads.$client.withValue(client) { await Self.endlessRead(in: pool) }
      while longReads.count == before { await Task.yield() }
      return task
    }
    var tasks = await [read("one"), read("one")]
    for client in ["one", "two", "three"] {
      let isRefused = client != "two"
      if !isRefused {
        tasks.append(await read(client))
        continue
      }
      let task = await LongReads.$client.withValue(client) { await Self.endlessRead(in: pool) }
      await #expect(throws: client == "one" ? StoreError.tooManyLongReads : .overloaded) { try await task.value }
    }
    #expect(longReads.count == 3)
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(longReads.count == 0)
  }
}

/// The order in which reads ran.
private final class Turns: Sendable {
  private let reads = Mutex<[String]>([])

  var all: [String] { reads.withLock { $0 } }

  /// Adds a read unless it was the last one.
  func add(_ read: String) {
    reads.withLock { if $0.last != read { $0.append(read) } }
  }

  func clear() { reads.withLock { $0 = [] } }
}
