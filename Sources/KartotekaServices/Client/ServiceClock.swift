import Foundation

/// The time as services' clients know it, so that tests can make it pass.
protocol ServiceClock: Sendable {
  /// The moment.
  var now: Date { get }
  /// Waits between two tries.
  func sleep(for duration: Duration) async throws
  /// Returns when the time for something is over.
  func expiry(after duration: Duration) async throws
}

/// The computer's clock.
struct SystemClock: ServiceClock {
  var now: Date { Date() }

  func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }

  func expiry(after duration: Duration) async throws { try await Task.sleep(for: duration) }
}

/// Something was not done in its time.
struct TimeLimitExceeded: Error {}

extension ServiceClock {
  /// Does something, and cancels it when its time is over.
  /// - Throws: what the work throws, and ``TimeLimitExceeded``.
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
  /// The seconds, for reckoning with dates.
  var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
