import Foundation
import KartotekaScreens
import KartotekaServices
import KartotekaStore

/// What jobs are done with.
public struct JobContext: Sendable {
  /// The application's records.
  public let store: Store
  /// The application's services on the internet.
  public let services: Services
  /// The time, by which it is told when something is tried again.
  let now: @Sendable () -> Date

  /// A context.
  /// - Parameter now: the time, for tests that make it pass.
  public init(_ store: Store, _ services: Services, now: @escaping @Sendable () -> Date = { Date() }) {
    self.store = store
    self.services = services
    self.now = now
  }
}
