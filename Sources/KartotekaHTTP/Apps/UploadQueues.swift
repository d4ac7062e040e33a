import KartotekaTransfer
import Synchronization

/// Runs the reading of an application's uploads in the background, several at the same time.
package final class UploadQueues: Sendable {
  private let queues = Mutex<[String: ImportQueue]>([:])

  package init() {}

  /// Begins the reading of an upload.
  /// - Parameter work: the reading; it reports progress to its argument.
  package func begin(
    _ id: String, _ work: @escaping @Sendable (@escaping @Sendable (ImportProgress) -> Void) async -> Void
  ) {
    let queue = ImportQueue()
    queues.withLock { $0[id] = queue }
    _ = queue.begin(id) { [self] report in
      await work(report)
      queues.withLock { $0[id] = nil }
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
