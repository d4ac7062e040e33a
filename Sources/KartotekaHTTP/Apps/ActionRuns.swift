import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

/// The actions that run on several records of an application, or have run, since the start.
package final class ActionRuns: Sendable {
  /// The state of one.
  package struct Run: Sendable {
    /// An unguessable token.
    package let token = UUID().uuidString
    /// The title of the action, a key.
    package let title: String
    /// The entity of the records.
    package let entity: String
    package let total: Int
    /// The records on which it has run, and those where it was refused, with the reasons.
    package var done = 0
    package var refused: [(id: RecordID, reason: Phrase)] = []
    /// Whether somebody has stopped it: no further record is begun.
    package var isStopped = false
    package var isOver = false
    /// The change set of all of them; nil if nothing was changed.
    package var changeSet: Int64?
    /// Whether a page has shown its result and offered to undo it.
    package var isOffered = false

    package init(title: String, entity: String, total: Int) {
      (self.title, self.entity, self.total) = (title, entity, total)
    }

    /// The number of records that are behind it.
    package var past: Int { done + refused.count }
  }

  /// The maximum number of completed ones that are remembered.
  private static let most = 20

  private let runs = Mutex<[Run]>([])

  /// None yet.
  package init() {}

  /// Remembers a run.
  package func add(_ run: Run) {
    runs.withLock { runs in
      if runs.count(where: \.isOver) >= Self.most, let oldest = runs.firstIndex(where: \.isOver) {
        runs.remove(at: oldest)
      }
      runs.append(run)
    }
  }

  /// The run of a token; nil for an unknown one.
  package subscript(token: String) -> Run? { runs.withLock { runs in runs.first { $0.token == token } } }

  /// Those in progress, and those whose result nobody has seen.
  package var unseen: [Run] { runs.withLock { runs in runs.filter { !$0.isOver || !$0.isOffered } } }

  /// Changes a run.
  package func change(_ token: String, _ change: (inout Run) -> Void) {
    runs.withLock { runs in
      guard let index = runs.firstIndex(where: { $0.token == token }) else { return }
      change(&runs[index])
    }
  }
}
