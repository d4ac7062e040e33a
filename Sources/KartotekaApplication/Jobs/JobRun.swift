import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore

/// One attempt at a job: what its body works with.
public struct JobRun: Sendable {
  let context: JobContext
  let job: QueuedJob
  let report: @Sendable (QueuedJob.Progress) -> Void

  /// The application's records.
  public var store: Store { context.store }
  /// The application's services on the internet.
  public var services: Services { context.services }
  /// The progress of an earlier attempt; nil if none has reported any.
  public var progress: QueuedJob.Progress? { job.progress }

  /// Says how far the job is.
  /// - Throws: what ``perform(_:of:_:)`` throws.
  public func progress(_ done: Int, of total: Int) async throws {
    try await perform(done, of: total) { _ in }
  }

  /// Changes records and says how far the job is then. All that an attempt changes is one change set, and what an
  /// interrupted one has begun is gone on with.
  /// - Throws: `JobOver` when the record is gone, what the body throws, and `StoreError`.
  public func perform<T: Sendable>(
    _ done: Int, of total: Int, _ body: @escaping @Sendable (Transaction) throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    let progress = QueuedJob.Progress(done, of: total)
    let outcome = try await store.perform(.code) { [job] transaction in
      guard try transaction.progress(progress, of: job) else { throw JobOver() }
      return try body(transaction)
    }
    report(progress)
    return outcome.value
  }
}

/// The job has no record any more: the record was deleted.
package struct JobOver: Error {}

/// The environment in which jobs run.
public struct JobContext: Sendable {
  /// The application's records.
  public let store: Store
  /// The application's services on the internet.
  public let services: Services
  /// The current time, from which the time of the next attempt is computed.
  let now: @Sendable () -> Date

  /// A context.
  /// - Parameters:
  ///   - store: the store that the job works on.
  ///   - services: the services on the internet that it may ask.
  ///   - now: the time, for tests that make it pass.
  public init(_ store: Store, _ services: Services, now: @escaping @Sendable () -> Date = { Date() }) {
    self.store = store
    self.services = services
    self.now = now
  }
}

/// The clock of background work. Tests replace it.
public struct JobClock: Sendable {
  /// The moment.
  public let now: @Sendable () -> Date
  /// Returns at that moment, or when the task is cancelled.
  public let sleep: @Sendable (_ until: Date) async -> Void

  /// A clock.
  public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ until: Date) async -> Void) {
    self.now = now
    self.sleep = sleep
  }

  /// The computer's clock. It is looked at once a minute at least: a computer may have slept.
  public static let system = JobClock(
    now: { Date() },
    sleep: { date in
      while date > Date(), !Task.isCancelled {
        try? await Task.sleep(for: .seconds(min(date.timeIntervalSinceNow, 60)))
      }
    })
}
