import Hummingbird
import ServiceLifecycle
import Synchronization

/// Cancels tasks that are overdue. One look a second at all of them costs less than a timer for each.
package final class DeadlineService: Service {
  // Any thread may cancel a task. Which one it is may be known only while it is within `run`, which takes it away.
  private struct Running: @unchecked Sendable {
    let task: UnsafeCurrentTask
  }

  private struct Watched {
    let deadline: ContinuousClock.Instant
    var running: Running?
    var isCancelled = false
    var isOverdue = false

    mutating func cancel() {
      isCancelled = true
      running?.task.cancel()
    }
  }

  private struct State {
    var next = 0
    var watched: [Int: Watched] = [:]
  }

  private let state = Mutex(State())
  private let interval: Duration

  package init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// Begins to watch work, which then runs by ``run(_:_:)``.
  /// - Returns: its number.
  package func watch(for limit: Duration) -> Int {
    let deadline = ContinuousClock.now + limit
    return state.withLock { state in
      state.next += 1
      state.watched[state.next] = Watched(deadline: deadline)
      return state.next
    }
  }

  /// Does the work of that number in the task that calls this, which is cancelled when it is overdue.
  package func run<T>(_ number: Int, _ work: () async throws -> T) async rethrows -> T {
    try await withUnsafeCurrentTask { task in
      enter(number, task.map(Running.init))
      defer { enter(number, nil) }
      return try await work()
    }
  }

  // Cancelling happens under the same lock, and so never of a task that has ended.
  private func enter(_ number: Int, _ running: Running?) {
    state.withLock { state in
      state.watched[number]?.running = running
      if state.watched[number]?.isCancelled == true { running?.task.cancel() }
    }
  }

  /// Cancels the work of that number, since nobody waits for it any more.
  package func cancel(_ number: Int) { state.withLock { $0.watched[number]?.cancel() } }

  /// Ends watching work.
  /// - Returns: whether it was cancelled for being overdue.
  func release(_ number: Int) -> Bool {
    state.withLock { $0.watched.removeValue(forKey: number)?.isOverdue ?? false }
  }

  /// Looks at all tasks until the server shuts down.
  package func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: self.interval)
        self.look()
      }
    }
  }

  private func look() {
    let now = ContinuousClock.now
    state.withLock { state in
      for (number, watched) in state.watched where !watched.isOverdue && watched.deadline <= now {
        state.watched[number]?.isOverdue = true
        state.watched[number]?.cancel()
      }
    }
  }
}
