import KartotekaStore
import Synchronization

/// A flag that is set when another revision of the description replaces an application. Change streams then end, and pages
/// reload.
package final class Retirement: Sendable {
  private let flag = Atomic(false)

  /// Whether the application was replaced.
  package var isOver: Bool { flag.load(ordering: .acquiring) }

  fileprivate func end() { flag.store(true, ordering: .releasing) }
}

extension RunningApp {
  /// Ends the change streams of a replaced application. Requests in progress continue.
  func retire() {
    retirement.end()
    store.endStreams()
    undoRequests.finish()
  }
}
