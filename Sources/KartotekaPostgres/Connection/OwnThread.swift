import Foundation
import Synchronization

/// Runs blocking work on a thread of its own, so that none of Swift's cooperative threads waits for a server.
enum OwnThread {
  /// Runs the body. Cancelling the task makes `isCancelled` true, which the body asks.
  static func run<T: Sendable>(
    _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> T
  ) async throws -> T {
    let flag = Flag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let thread = Thread {
          continuation.resume(with: Result { try body { flag.isSet } })
        }
        thread.name = "kartoteka-postgres"
        thread.stackSize = 1 << 20
        thread.start()
      }
    } onCancel: {
      flag.set()
    }
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }
}
