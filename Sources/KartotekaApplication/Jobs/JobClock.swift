import Foundation

/// The time as background work knows it, so that tests can make it pass.
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
