import KartotekaTransfer
import Synchronization

/// Runs the reading of an application's uploads in the background, several at the same time.
package final class UploadQueues: Sendable {
  private let queues = Mutex<[String: ImportQueue]>([:])

  package init() {}

  /// Begins the reading of an upload.
  /// - Parameters:
  ///   - shared: the entry of the upload, by which other servers show the progress and cancel it; nil if no other server has it.
  ///   - work: the reading; it reports progress to its argument.
  /// - Throws: `StoreError.primary`.
  package func begin(
    _ id: String, shared: SharedBeginning?,
    _ work: @escaping @Sendable (@escaping @Sendable (ImportProgress) -> Void) async -> Void
  ) async throws {
    let queue = ImportQueue()
    queues.withLock { $0[id] = queue }
    do {
      _ = try await queue.begin(id, shared: shared) { [self] report in
        await work(report)
        queues.withLock { $0[id] = nil }
      }
    } catch {
      queues.withLock { $0[id] = nil }
      throw error
    }
  }

  /// The progress of a reading; nil if it is not running.
  package func status(of id: String) -> ImportQueue.Status? { queues.withLock { $0[id] }?.status(of: id) }

  /// Waits until a reading has ended.
  package func wait(for id: String, atMost limit: Duration) async {
    await queues.withLock { $0[id] }?.wait(for: id, atMost: limit)
  }

  /// Cancels a reading and waits until it has ended.
  package func cancel(_ id: String) async { await queues.withLock { $0[id] }?.cancel(id) }
}
