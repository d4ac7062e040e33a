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
  /// How far an earlier attempt came; nil where none has said so.
  public var progress: QueuedJob.Progress? { job.progress }

  /// Says how far the job is.
  /// - Throws: what ``perform(_:of:_:)`` throws.
  public func progress(_ done: Int, of total: Int) async throws {
    try await perform(done, of: total) { _ in }
  }

  /// Changes records and says how far the job is then. All that an attempt changes is one change set, and what an
  /// interrupted one has begun is gone on with.
  /// - Throws: ``JobOver`` when the record is gone, what the body throws, and ``StoreError``.
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

/// A job is nobody's any more: its record is gone.
public struct JobOver: Error {}
