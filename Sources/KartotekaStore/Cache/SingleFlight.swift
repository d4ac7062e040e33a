import Synchronization

/// Coalesces work that several tasks ask for at the same time: the first task is the leader and does it, the others wait
/// for its result.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The role of a task.
  package enum Role: Sendable {
    /// The caller does the work, and calls ``SingleFlight/end(_:with:)`` also when it fails.
    case leader
    /// Nothing: the work is done. Its result; nil where others can't use it.
    case landed(Value?)
  }

  private typealias Waiter = CheckedContinuation<Role, any Error>

  private struct State {
    var nextID = 0
    /// The waiting tasks of each key that is worked on.
    var flights: [Key: [Int: Waiter]] = [:]
  }

  private let state = Mutex(State())

  /// No work under way.
  package init() {}

  /// The number of waiting tasks.
  package var waiters: Int { state.withLock { $0.flights.values.reduce(0) { $0 + $1.count } } }

  /// Takes part in the work for a key.
  /// - Throws: `CancellationError` where the task is cancelled while it waits.
  package func join(_ key: Key) async throws -> Role {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Role, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.flights[key] == nil {
            state.flights[key] = [:]
            return .success(.leader)
          }
          state.flights[key]?[id] = continuation
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      state.withLock { $0.flights[key]?.removeValue(forKey: id) }?.resume(throwing: CancellationError())
    }
  }

  /// Ends the work for a key.
  /// - Parameter value: its result; nil where others can't use it.
  package func end(_ key: Key, with value: Value?) {
    let waiting = state.withLock { $0.flights.removeValue(forKey: key) } ?? [:]
    for waiter in waiting.values { waiter.resume(returning: .landed(value)) }
  }
}
