import KartotekaModel
import Synchronization

/// A write that shares its transaction with others: it has a savepoint, an answer and an error of its own.
struct SharedWrite: Sendable {
  /// Tells it from those that wait with it.
  let id: Int
  /// Does it. It is to be answered by what this returns, once that is committed.
  let work: @Sendable (SQLConnection) throws -> (changes: Changes, answer: @Sendable () -> Void)
  /// Answers that nothing of it was done.
  let refuse: @Sendable (any Error) -> Void
}

/// Thrown by a write that can't share its transaction, before it has changed anything: it is retried in an exclusive transaction.
struct RequiresExclusiveTransaction: Error {}

/// The writes that wait for the one connection that writes. A turn of theirs is one transaction: it takes those that wait,
/// and those that come while it is at them.
final class WriteQueue: Sendable {
  /// The most writes of one turn: none waits for the answers of too many others.
  static let most = 64

  private struct State {
    var waiting: [SharedWrite] = []
    var isTurnComing = false
    var longest = Duration.seconds(1)
  }

  private let state = Mutex(State())
  private let ids = Atomic(0)

  /// The number of waiting writes.
  var count: Int { state.withLock { $0.waiting.count } }

  /// The time for which a turn takes further writes: other processes wait for its end. Tests change it.
  var longest: Duration {
    get { state.withLock { $0.longest } }
    set { state.withLock { $0.longest = newValue } }
  }

  /// A number for a write.
  func newID() -> Int { ids.add(1, ordering: .relaxed).newValue }

  /// Adds a write.
  /// - Returns: whether a turn has to be asked for.
  func add(_ write: SharedWrite) -> Bool {
    state.withLock { state in
      state.waiting.append(write)
      defer { state.isTurnComing = true }
      return !state.isTurnComing
    }
  }

  /// Takes out the write that has waited longest; nil where none waits.
  func next() -> SharedWrite? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  /// Ends a turn.
  /// - Returns: whether another one has to be asked for.
  func endTurn() -> Bool {
    state.withLock { state in
      state.isTurnComing = !state.waiting.isEmpty
      return state.isTurnComing
    }
  }

  /// Removes a cancelled write from the queue. A write that a group commit has taken stays.
  func cancel(_ id: Int) {
    let write = state.withLock { state in
      state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
    }
    write?.refuse(CancellationError())
  }
}
