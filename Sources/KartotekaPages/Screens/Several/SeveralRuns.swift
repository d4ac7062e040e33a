import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

/// The actions that run on several records, or have run, since the start.
final class SeveralRuns: Sendable {
  /// The state of one.
  struct Run: Sendable {
    /// The title of the action, a key.
    let title: String
    let total: Int
    /// The records on which it has run, and those where it was refused, with the reasons.
    var done = 0
    var refused: [(id: RecordID, reason: Phrase)] = []
    var isOver = false
    /// The change set of all of them; nil if nothing was changed.
    var changeSet: Int64?
    /// Whether a page has offered to undo it.
    var isOffered = false

    init(title: String, total: Int) { (self.title, self.total) = (title, total) }
  }

  /// The maximum number that is remembered.
  private static let most = 20

  private let runs = Mutex<[(token: String, run: Run)]>([])

  /// Remembers a run.
  /// - Returns: an unguessable token.
  func add(_ run: Run) -> String {
    let token = UUID().uuidString
    runs.withLock { runs in
      if runs.count >= Self.most { runs.removeFirst() }
      runs.append((token, run))
    }
    return token
  }

  /// The run of a token; nil for an unknown one.
  func run(_ token: String) -> Run? { runs.withLock { runs in runs.first { $0.token == token }?.run } }

  /// Changes a run.
  func change(_ token: String, _ change: (inout Run) -> Void) {
    runs.withLock { runs in
      guard let index = runs.firstIndex(where: { $0.token == token }) else { return }
      change(&runs[index].run)
    }
  }
}
