import KartotekaStore
import Synchronization

/// What a handler states its response to depend on, for the cache: caching is opt-in.
package final class StatedDependencies: Sendable {
  private let stated = Mutex<Dependencies?>(nil)

  package init() {}

  /// All that the response depends on; nil where the handler has not stated it.
  package var dependencies: Dependencies? { stated.withLock { $0 } }

  /// States all that the response depends on.
  package func state(_ dependencies: Dependencies) { stated.withLock { $0 = dependencies } }
}
