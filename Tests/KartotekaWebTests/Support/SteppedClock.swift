import Foundation
import KartotekaApplication
import KartotekaScreens
import Synchronization

/// A clock for background work that stands still until a test lets time pass.
final class SteppedClock: Sendable {
  private struct State {
    var now = Date(timeIntervalSince1970: 1_800_000_000)
    var next = 0
    var sleepers: [Int: (until: Date, continuation: CheckedContinuation<Void, Never>)] = [:]
  }

  private let state = Mutex(State())

  var now: Date { state.withLock { $0.now } }

  /// The moments that somebody waits for, but for those that never come.
  var awaited: Set<Date> { state.withLock { Set($0.sleepers.values.map(\.until)).subtracting([.distantFuture]) } }

  var clock: JobClock { JobClock(now: { self.now }, sleep: { await self.sleep(until: $0) }) }

  /// Lets time pass; who waited for a moment until then goes on.
  func advance(_ seconds: TimeInterval) {
    let over = state.withLock { state in
      state.now += seconds
      let over = state.sleepers.filter { $0.value.until <= state.now }
      for id in over.keys { state.sleepers[id] = nil }
      return over.values.map(\.continuation)
    }
    for continuation in over { continuation.resume() }
  }

  private func sleep(until date: Date) async {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if date <= state.now || Task.isCancelled { return true }
          state.sleepers[id] = (date, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
    }
  }
}
