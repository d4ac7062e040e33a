import Foundation
import Synchronization

/// The last commits of a store in their order, whichever program made them, in memory.
///
/// A subscriber asks for the commits after the last one that it knows, so that a slow one costs nothing but a number.
/// Each commit has its position in the change log, from which a subscriber goes on after a restart.
package final class ChangeFeed: Sendable {
  /// One commit.
  package struct Commit: Sendable, Hashable {
    /// Its number in this process; later ones have greater numbers.
    package let number: Int
    /// The number of its last row in the change log.
    package let position: Int64
    /// The changed records.
    package let changes: Changes
  }

  /// The position at which a subscriber goes on.
  package enum Resumption: Hashable, Sendable {
    /// After the commit of that number.
    case commit(Int)
    /// After that row of the change log, which is older than the commits in memory.
    case row(Int64)
  }

  private struct Waiter {
    let continuation: CheckedContinuation<Void, Never>
    let entities: Set<String>?
    let deadline: ContinuousClock.Instant?

    func isAbout(_ changes: Changes) -> Bool {
      guard let entities, !changes.settings else { return true }
      return changes.byEntity.keys.contains(where: entities.contains)
    }
  }

  private struct State {
    var last = 0
    /// The end of the change log.
    var end = ChangePosition()
    /// The row behind which all commits are in memory.
    var start: Int64 = 0
    var commits: [Commit] = []
    var ids = 0
    var nextWaiter = 0
    var waiting: [Int: Waiter] = [:]
    var hasTimer = false
  }

  /// The maximum number of commits in memory, and of ids in all of them.
  private static let limits = (commits: 1_000, ids: 100_000)

  /// Tells this feed from those of other runs of the program, in which the same numbers mean other commits.
  package let run = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  private let state = Mutex(State())

  /// The number of the last commit; 0 before the first.
  package var last: Int { state.withLock { $0.last } }

  /// The identity of the change log: in another one the same rows mean other changes.
  package var log: String { state.withLock(\.end.log) }

  /// The row of the change log up to which the commits up to a number reach.
  package func row(of number: Int) -> Int64 {
    state.withLock { state in
      if number >= state.last { return state.end.number }
      return state.commits.last { $0.number <= number }?.position ?? state.start
    }
  }

  /// The position at which a subscriber goes on that knows a change log up to a row; nil if it is unknown.
  package func resumption(after row: Int64, of log: String) -> Resumption? {
    state.withLock { state in
      guard log == state.end.log, row <= state.end.number else { return nil }
      if row == state.end.number { return .commit(state.last) }
      if row < state.start { return .row(row) }
      return .commit(state.commits.last { $0.position <= row }?.number ?? state.last - state.commits.count)
    }
  }

  /// The commits after that number, oldest first; nil when some of them are kept no longer, or there never was one
  /// of that number.
  package func commits(after number: Int) -> [Commit]? {
    state.withLock { state in
      guard number <= state.last, number >= state.last - state.commits.count else { return nil }
      return Array(state.commits.suffix(state.last - number))
    }
  }

  /// Waits until there is a commit after that number; returns at once when the task is cancelled.
  /// - Parameters:
  ///   - entities: those of which changes end the wait, beside settings; nil for all. A commit of others that came before the wait
  ///     began ends it, too.
  ///   - duration: the longest wait; nil for no limit.
  ///   - isOver: whether there is something else to do. Code that makes it true calls ``wake()`` afterwards.
  package func wait(
    after number: Int, of entities: Set<String>? = nil, atMost duration: Duration? = nil,
    unless isOver: @Sendable () -> Bool = { false }
  ) async {
    let deadline = duration.map { ContinuousClock.now + $0 }
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.last > number || Task.isCancelled || isOver() { return true }
          state.waiting[waiter] = Waiter(continuation: continuation, entities: entities, deadline: deadline)
          return false
        }
        if isOver { continuation.resume() } else if deadline != nil { startTimer() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: waiter) }?.continuation.resume()
    }
  }

  // One timer for all that wait: a timer for each wait would stay in memory until it fires, and a thousand open screens
  // wait again after each commit.
  private func startTimer() {
    let hadTimer = state.withLock { state in
      defer { state.hasTimer = true }
      return state.hasTimer
    }
    if hadTimer { return }
    Task.detached(priority: .utility) { [weak self] in
      while let next = self?.nextDeadline() {
        try? await Task.sleep(until: next, clock: .continuous)
        self?.resumeExpired()
      }
    }
  }

  private func nextDeadline() -> ContinuousClock.Instant? {
    state.withLock { state in
      let next = state.waiting.values.compactMap(\.deadline).min()
      if next == nil { state.hasTimer = false }
      return next
    }
  }

  private func resumeExpired() {
    let now = ContinuousClock.now
    let expired = state.withLock { state in
      let expired = state.waiting.filter { $0.value.deadline.map { $0 <= now } ?? false }
      for waiter in expired.keys { state.waiting[waiter] = nil }
      return expired.values.map(\.continuation)
    }
    for continuation in expired { continuation.resume() }
  }

  /// Has all that wait look again, without a commit.
  package func wake() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values.map(\.continuation)
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Begins at the end of the change log.
  func begin(at end: ChangePosition) { state.withLock { ($0.end, $0.start) = (end, end.number) } }

  /// Adds a commit.
  /// - Parameter position: its position in the change log; nil for a change outside the database.
  func publish(_ changes: Changes, at position: ChangePosition? = nil) {
    guard !changes.isEmpty else { return state.withLock { if let position { $0.end = position } } }
    let waiting = state.withLock { state in
      state.last += 1
      if let position {
        // Rows of another log are not comparable with those of the commits in memory.
        if position.log != state.end.log { state.start = position.number }
        state.end = position
      }
      state.commits.append(Commit(number: state.last, position: state.end.number, changes: changes))
      state.ids += changes.count
      while state.commits.count > Self.limits.commits || state.ids > Self.limits.ids, state.commits.count > 1 {
        let oldest = state.commits.removeFirst()
        state.ids -= oldest.changes.count
        state.start = max(state.start, oldest.position)
      }
      let woken = state.waiting.filter { $0.value.isAbout(changes) }
      for waiter in woken.keys { state.waiting[waiter] = nil }
      return woken.values.map(\.continuation)
    }
    for continuation in waiting { continuation.resume() }
  }
}
