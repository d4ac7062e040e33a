import Foundation

/// The clock of services' clients; tests replace it.
protocol ServiceClock: Sendable {
  /// The current time.
  var now: Date { get }
  /// Waits between two attempts.
  func sleep(for duration: Duration) async throws
  /// Returns after the time limit of an operation.
  func expiry(after duration: Duration) async throws
}

/// The system's clock.
struct SystemClock: ServiceClock {
  var now: Date { Date() }

  func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }

  func expiry(after duration: Duration) async throws { try await Task.sleep(for: duration) }
}

/// An operation exceeded its time limit.
struct TimeLimitExceeded: Error {}

extension ServiceClock {
  /// Runs an operation with a time limit. The operation is cancelled when the limit is exceeded.
  /// - Throws: errors of the operation, and ``TimeLimitExceeded``.
  func limit<Value: Sendable>(
    to duration: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await expiry(after: duration)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      guard let value = first else { throw TimeLimitExceeded() }
      return value
    }
  }
}

extension Duration {
  /// The duration in seconds, for calculations with dates.
  var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
