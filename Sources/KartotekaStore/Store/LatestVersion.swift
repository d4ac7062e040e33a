import Synchronization

/// The last version for which something was done.
final class LatestVersion: Sendable {
  private let version = Atomic(-1)

  func load() -> Int? {
    let value = version.load(ordering: .acquiring)
    return value < 0 ? nil : value
  }

  func store(_ value: Int) { version.store(value, ordering: .releasing) }
}
