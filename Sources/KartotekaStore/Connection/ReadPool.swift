import Foundation
import KartotekaModel
import Synchronization

/// The threads that a store reads on, each with a connection of its own.
///
/// A read never runs on one of Swift's cooperative threads: there are only as many as processors, and a statement of
/// SQLite holds its thread until it ends. Reads begin in the order in which they came (FIFO). Cancelling the task ends a
/// read: one that waits does not begin, one that runs is stopped by its ``ReadControl``. A read that turns out to be long
/// gives its place to the next one and goes on as one of ``LongReads``.
final class ReadPool: Sendable {
  private let workers: ReadWorkers

  /// - Parameters:
  ///   - limit: how many reads that are not long run at once, and how many connections stay open between reads.
  ///   - longReads: takes over reads that turn out to be long; nil where a read must not be paused.
  ///   - pausesReads: whether long reads wait for one another. They must not where a read locks the file, as it does with a
  ///     rollback journal: a paused one would keep others from writing for many times its own time.
  ///   - open: opens a connection.
  init(
    limit: Int, longReads: LongReads? = .shared, pausesReads: Bool = true,
    _ open: @escaping @Sendable () throws -> ConnectionQueue
  ) {
    workers = ReadWorkers(limit: limit, longReads: longReads, pausesReads: pausesReads, open)
  }

  /// Whether long reads wait for one another.
  var pausesReads: Bool { workers.pausesReads }

  // No read is running then: each holds the pool until it has ended.
  deinit { workers.close() }

  /// The number of reads that wait for a thread.
  var waitingCount: Int { workers.waitingCount }

  /// Reads on a thread of the pool.
  /// - Throws: what the body throws, `CancellationError` where the task is cancelled, ``StoreError/overloaded``,
  ///   ``StoreError/tooManyLongReads``, and ``SQLError`` where a connection can't be opened.
  func read<T: Sendable>(_ body: (SQLConnection) throws -> T) async throws -> T {
    try await withoutActuallyEscaping(body) { body in
      // The caller waits, and the worker lets go of the closure before it resumes the caller.
      nonisolated(unsafe) let body = body
      let id = workers.newID()
      // The threads of the pool belong to no task.
      let (zone, moment, author) = (TaskTimeZone.current, TaskMoment.fixed, Author.current)
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          workers.add(
            QueuedRead(id, client: LongReads.client) { database, control in
              let result = Result {
                try TaskTimeZone.$current.withValue(zone) {
                  try TaskMoment.$fixed.withValue(moment) {
                    try Author.$current.withValue(author) { try control.naming { try body(database) } }
                  }
                }
              }
              return { continuation.resume(with: result) }
            } refuse: {
              continuation.resume(throwing: $0)
            })
          if Task.isCancelled { workers.cancel(id) }
        }
      } onCancel: {
        workers.cancel(id)
      }
    }
  }

  /// Reads on a thread of the pool while the calling thread waits: for work that is no part of a task.
  /// - Throws: what the body throws, and ``SQLError`` where a connection can't be opened.
  func blockingRead<T: Sendable>(_ body: (SQLConnection) throws -> T) throws -> T {
    try withoutActuallyEscaping(body) { body in
      nonisolated(unsafe) let body = body
      let done = DispatchSemaphore(value: 0)
      let result = Mutex<Result<T, any Error>>(.failure(CancellationError()))
      workers.add(
        QueuedRead(workers.newID(), client: "") { database, control in
          let read = Result { try control.naming { try body(database) } }
          return {
            result.withLock { $0 = read }
            done.signal()
          }
        } refuse: { error in
          result.withLock { $0 = .failure(error) }
          done.signal()
        })
      done.wait()
      return try result.withLock { $0 }.get()
    }
  }
}
