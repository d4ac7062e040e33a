import KartotekaStore
import Synchronization

/// The dependencies of a response that its handler declares. Only responses with declared dependencies are cached.
package final class StatedDependencies: Sendable {
  private let stated = Mutex<Dependencies?>(nil)

  package init() {}

  /// The dependencies; nil if the handler has not declared them.
  package var dependencies: Dependencies? { stated.withLock { $0 } }

  /// Declares all dependencies of the response.
  package func state(_ dependencies: Dependencies) { stated.withLock { $0 = dependencies } }
}
