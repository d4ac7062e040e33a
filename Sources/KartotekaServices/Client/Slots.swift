import Synchronization

/// A semaphore: limits the number of concurrent operations. Waiting operations proceed in the order of their arrival.
final class Slots: Sendable {
  private struct State {
    var free: Int
    var next = 0
    var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Waits for a free slot. The caller returns it with ``leave()``.
  /// - Throws: `CancellationError` if the task is cancelled while it waits. The caller then has no slot.
  func enter() async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isIn: Bool? = state.withLock { state in
          // Cancelled before it was added: the cancellation handler has found no waiter.
          if Task.isCancelled { return nil }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.waiting.append((id, continuation))
          return false
        }
        switch isIn {
        case true?: continuation.resume()
        case false?: break
        case nil: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      let cancelled = state.withLock { state in
        state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).continuation }
      }
      cancelled?.resume(throwing: CancellationError())
    }
  }

  /// Returns a slot. The longest waiting operation gets it.
  func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
        return nil as CheckedContinuation<Void, any Error>?
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
