import Synchronization

/// Whether the task that asked for a write still wants it. A write is never interrupted: its body asks at the places where it
/// can end, so that its result is always known.
final class WriteCancellation: Sendable {
  private let flag = Atomic(false)

  /// Whether the task was cancelled.
  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Notes that the task was cancelled.
  func cancel() { flag.store(true, ordering: .releasing) }
}

/// A write that waits for its connection. Cancelling its task ends the wait; a write that has begun goes on to its end.
final class WaitingWrite<Result: Sendable>: Sendable {
  private enum State {
    case new
    case isWaiting(CheckedContinuation<Result, any Error>)
    case hasBegun
    case isCancelled
  }

  let cancellation = WriteCancellation()
  private let state = Mutex(State.new)

  /// Begins to wait.
  /// - Returns: whether the write is still wanted; else its caller has been answered.
  func wait(_ continuation: CheckedContinuation<Result, any Error>) -> Bool {
    let isWanted = state.withLock { state in
      guard case .new = state else { return false }
      state = .isWaiting(continuation)
      return true
    }
    if !isWanted { continuation.resume(throwing: CancellationError()) }
    return isWanted
  }

  /// Begins the write.
  /// - Returns: the caller who waits for its result; nil if the write was cancelled before.
  func begin() -> CheckedContinuation<Result, any Error>? {
    state.withLock { state in
      guard case .isWaiting(let continuation) = state else { return nil }
      state = .hasBegun
      return continuation
    }
  }

  /// Ends the wait, or has the write know that it is no longer wanted.
  func cancel() {
    cancellation.cancel()
    let waiting = state.withLock { state -> CheckedContinuation<Result, any Error>? in
      switch state {
      case .new: state = .isCancelled
      case .isWaiting(let continuation):
        state = .isCancelled
        return continuation
      case .hasBegun, .isCancelled: break
      }
      return nil
    }
    waiting?.resume(throwing: CancellationError())
  }
}
