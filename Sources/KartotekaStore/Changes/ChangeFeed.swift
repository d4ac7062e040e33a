import Foundation
import Synchronization

/// What was committed to a store, whoever did it, for those who follow: the last commits, in their order.
///
/// Followers ask for what came after the last commit that they know, so that one who is slow costs nothing but a
/// number; one who is too slow learns that it has to look at everything anew.
public final class ChangeFeed: Sendable {
  /// One commit.
  public struct Commit: Sendable, Hashable {
    /// Its number; later ones have greater numbers.
    public let number: Int
    /// What it touched.
    public let changes: Changes
  }

  private struct State {
    var last = 0
    var commits: [Commit] = []
    var ids = 0
    var nextWaiter = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  /// The most commits kept, and the most ids in all of them.
  private static let limits = (commits: 1_000, ids: 100_000)

  /// Tells this feed from those of other runs of the program, in which the same numbers mean other commits.
  public let run = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  private let state = Mutex(State())

  /// The number of the last commit; 0 before the first.
  public var last: Int { state.withLock { $0.last } }

  /// Whether anybody waits for the next commit.
  public var hasFollowers: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// The commits after that number, oldest first; nil when some of them are kept no longer, or there never was one
  /// of that number.
  public func commits(after number: Int) -> [Commit]? {
    state.withLock { state in
      guard number <= state.last, number >= state.last - state.commits.count else { return nil }
      return Array(state.commits.suffix(state.last - number))
    }
  }

  /// Waits until there is a commit after that number; returns at once when the task is cancelled.
  public func wait(after number: Int) async {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.last > number || Task.isCancelled { return true }
          state.waiting[waiter] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
    }
  }

  /// Tells of a commit.
  func publish(_ changes: Changes) {
    guard !changes.isEmpty else { return }
    let waiting = state.withLock { state in
      state.last += 1
      state.commits.append(Commit(number: state.last, changes: changes))
      state.ids += changes.count
      while state.commits.count > Self.limits.commits || state.ids > Self.limits.ids, state.commits.count > 1 {
        state.ids -= state.commits.removeFirst().changes.count
      }
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume() }
  }
}
