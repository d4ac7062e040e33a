import Foundation
import Synchronization

@testable import KartotekaServices

/// A clock on which a pause is over at once, and a time limit when the test says so.
final class FakeClock: ServiceClock {
  private struct Limit {
    let id: Int
    let end: Date
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Date(timeIntervalSince1970: 1_800_000_000)
    var pauses: [Duration] = []
    var limits: [Limit] = []
    var next = 0
    /// Pauses that last until they are cancelled.
    var holds = false
  }

  private let state = Mutex(State())

  var now: Date { state.withLock { $0.now } }

  /// How long the pauses were, in their order.
  var pauses: [Duration] { state.withLock { $0.pauses } }

  /// From now on pauses last until they are cancelled.
  func hold() { state.withLock { $0.holds = true } }

  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let holds = state.withLock { state in
      state.pauses.append(duration)
      return state.holds
    }
    if holds { try await expiry(after: .seconds(1e9)) } else { advance(by: duration) }
  }

  func expiry(after duration: Duration) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if Task.isCancelled { return true }
          let end = state.now.addingTimeInterval(duration.seconds)
          state.limits.append(Limit(id: id, end: end, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let cancelled = state.withLock { state in
        state.limits.firstIndex { $0.id == id }.map { state.limits.remove(at: $0).continuation }
      }
      cancelled?.resume(throwing: CancellationError())
    }
  }

  /// Waits until something has so much time left.
  func limited(to duration: Duration) async {
    while !state.withLock({ state in
      state.limits.contains { abs($0.end.timeIntervalSince(state.now) - duration.seconds) < 0.001 }
    }) { await Task.yield() }
  }

  /// Lets time pass; whatever had until then is over.
  func advance(by duration: Duration) {
    let over = state.withLock { state in
      state.now = state.now.addingTimeInterval(duration.seconds)
      let over = state.limits.filter { $0.end <= state.now }
      state.limits.removeAll { $0.end <= state.now }
      return over
    }
    for limit in over { limit.continuation.resume() }
  }
}
