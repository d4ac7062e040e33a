import Dispatch
import KartotekaModel
import Synchronization

@testable import KartotekaStore

/// Holds up the one who writes until it is opened.
final class Gate: Sendable {
  private let isReached = Atomic(false)
  private let semaphore = DispatchSemaphore(value: 0)

  func hold() {
    isReached.store(true, ordering: .releasing)
    semaphore.wait()
  }

  func reached() async { while !isReached.load(ordering: .acquiring) { await Task.yield() } }
  func open() { semaphore.signal() }
}

extension Scratch {
  typealias Write = @Sendable (Transaction) throws -> RecordID

  /// Does writes that all come while another one is under way, and join its commit in that order.
  func together(_ writes: [Write]) async throws -> [Result<Outcome<RecordID>, any Error>] {
    // A busy machine can take longer to start the writes than a turn accepts further ones.
    store.writes.longest = .seconds(3_600)
    let gate = Gate()
    let first = Task { [store] in try await store.perform(.code) { _ in gate.hold() } }
    await gate.reached()
    var tasks: [Task<Outcome<RecordID>, any Error>] = []
    for write in writes {
      tasks.append(Task { [store] in try await store.perform(.code, write) })
      while store.writes.count < tasks.count { await Task.yield() }
    }
    gate.open()
    // It fails where the commit does.
    _ = await first.result
    var results: [Result<Outcome<RecordID>, any Error>] = []
    for task in tasks { results.append(await task.result) }
    return results
  }
}
