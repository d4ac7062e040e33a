import GRDB
import Synchronization

/// The connections that read, each handed out to one thread at a time. The one given back last goes out first: it has most
/// in memory.
///
/// In place of GRDB's pool, whose queues have threads wait for each other in order to be given a connection, which takes
/// longer than most reads.
final class Readers: Sendable {
  private let open: @Sendable () throws -> DatabaseQueue
  private let kept: Int
  private let free = Mutex<[DatabaseQueue]>([])

  /// - Parameters:
  ///   - kept: how many stay open when nobody reads.
  ///   - open: opens one more.
  init(keeping kept: Int, _ open: @escaping @Sendable () throws -> DatabaseQueue) {
    self.kept = kept
    self.open = open
  }

  /// Reads on this thread.
  /// - Throws: what the body throws, and GRDB's `DatabaseError` when there is no connection to be had.
  func read<T>(_ body: (Database) throws -> T) throws -> T {
    let reader = try free.withLock { $0.popLast() } ?? open()
    defer { free.withLock { if $0.count < kept { $0.append(reader) } } }
    return try reader.unsafeRead(body)
  }
}
