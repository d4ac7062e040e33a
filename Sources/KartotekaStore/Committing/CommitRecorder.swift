import Synchronization

/// Notes whether the current task has committed a change, so that an error that comes later doesn't deny it.
package final class CommitRecorder: Sendable {
  /// The recorder of the current task; nil where none is set.
  @TaskLocal package static var current: CommitRecorder?

  private let committed = Atomic(false)

  /// A recorder that has noted no commit.
  package init() {}

  /// Whether a change was committed.
  package var hasCommitted: Bool { committed.load(ordering: .acquiring) }

  func note() { committed.store(true, ordering: .releasing) }
}
