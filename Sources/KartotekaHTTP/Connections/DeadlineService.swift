import Hummingbird
import ServiceLifecycle
import Synchronization

/// Cancels tasks at their deadlines. One check of all tasks each second costs less than a timer for each task.
package final class DeadlineService: Service {
  // Any thread may cancel a task. The reference is valid only within `run`, which removes it before the task ends.
  private struct Running: @unchecked Sendable {
    let task: UnsafeCurrentTask
  }

  private struct Watched {
    var deadline: ContinuousClock.Instant
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

  /// Registers work, which then runs by ``run(_:_:)``.
  /// - Parameter limit: the time until the work is cancelled.
  /// - Returns: the number of the work.
  package func watch(for limit: Duration) -> Int {
    let deadline = ContinuousClock.now + limit
    return state.withLock { state in
      state.next += 1
      state.watched[state.next] = Watched(deadline: deadline)
      return state.next
    }
  }

  /// Gives registered work more time, unless its time is over.
  /// - Parameter limit: the time from now until it is cancelled.
  func renew(_ number: Int, for limit: Duration) {
    let deadline = ContinuousClock.now + limit
    state.withLock { state in
      if state.watched[number]?.isOverdue == false { state.watched[number]?.deadline = deadline }
    }
  }

  /// Runs registered work in the calling task. The task is cancelled at the deadline.
  package func run<T>(_ number: Int, _ work: () async throws -> T) async rethrows -> T {
    try await withUnsafeCurrentTask { task in
      enter(number, task.map(Running.init))
      defer { enter(number, nil) }
      return try await work()
    }
  }

  // Cancellation holds the same lock, so it never affects a task that has ended.
  private func enter(_ number: Int, _ running: Running?) {
    state.withLock { state in
      state.watched[number]?.running = running
      if state.watched[number]?.isCancelled == true { running?.task.cancel() }
    }
  }

  /// Cancels registered work, for example because its client has disconnected.
  package func cancel(_ number: Int) { state.withLock { $0.watched[number]?.cancel() } }

  /// Removes registered work.
  /// - Returns: whether it was cancelled at its deadline.
  func release(_ number: Int) -> Bool {
    state.withLock { $0.watched.removeValue(forKey: number)?.isOverdue ?? false }
  }

  /// Checks the deadlines until the server shuts down.
  package func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: self.interval)
        self.look()
      }
    }
  }

  func look(now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      for (number, watched) in state.watched where !watched.isOverdue && watched.deadline <= now {
        state.watched[number]?.isOverdue = true
        state.watched[number]?.cancel()
      }
    }
  }
}
