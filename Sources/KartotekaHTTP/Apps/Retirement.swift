import KartotekaStore
import Synchronization

/// Whether another description has taken an application's place. Streams of changes end then, so that pages load anew.
package final class Retirement: Sendable {
  private let flag = Atomic(false)

  /// Whether it has.
  package var isOver: Bool { flag.load(ordering: .acquiring) }

  fileprivate func end() { flag.store(true, ordering: .releasing) }
}

extension RunningApp {
  /// Ends what follows the application, which another one has taken the place of. Requests under way go on.
  func retire() {
    retirement.end()
    store.endStreams()
    undoRequests.finish()
  }
}
