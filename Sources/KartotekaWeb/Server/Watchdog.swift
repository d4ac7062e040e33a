import Hummingbird
import ServiceLifecycle
import Synchronization

/// Cancels tasks that are overdue. One look a second at all of them costs less than a timer for each.
final class Watchdog: Service {
  private struct Watched {
    let deadline: ContinuousClock.Instant
    let task: Task<Response, any Error>
    var isCancelled = false
  }

  private struct State {
    var next = 0
    var watched: [Int: Watched] = [:]
  }

  private let state = Mutex(State())
  private let interval: Duration

  init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// Begins to watch a task.
  /// - Returns: its number, for ``release(_:)``.
  func watch(_ task: Task<Response, any Error>, for limit: Duration) -> Int {
    let deadline = ContinuousClock.now + limit
    return state.withLock { state in
      state.next += 1
      state.watched[state.next] = Watched(deadline: deadline, task: task)
      return state.next
    }
  }

  /// Ends watching a task.
  /// - Returns: whether it was cancelled for being overdue.
  func release(_ number: Int) -> Bool {
    state.withLock { $0.watched.removeValue(forKey: number)?.isCancelled ?? false }
  }

  /// Looks at all tasks until the server shuts down.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: self.interval)
        self.look()
      }
    }
  }

  private func look() {
    let now = ContinuousClock.now
    let overdue = state.withLock { state in
      var overdue: [Task<Response, any Error>] = []
      for (number, watched) in state.watched where !watched.isCancelled && watched.deadline <= now {
        state.watched[number]?.isCancelled = true
        overdue.append(watched.task)
      }
      return overdue
    }
    for task in overdue { task.cancel() }
  }
}
