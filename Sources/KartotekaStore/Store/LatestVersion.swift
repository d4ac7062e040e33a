import Synchronization

/// The last version for which something was done.
final class LatestVersion: Sendable {
  private let version = Atomic(-1)

  /// Whether it was done for a version or a later one.
  func isPast(_ version: Int) -> Bool { self.version.load(ordering: .acquiring) >= version }

  /// It was done for a version.
  func store(_ version: Int) { self.version.max(version, ordering: .acquiringAndReleasing) }
}
