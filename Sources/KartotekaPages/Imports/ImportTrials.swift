import Foundation
import KartotekaModel
import KartotekaStore
import KartotekaTransfer
import Synchronization

/// What loading a file would do.
struct TrialFigures: Sendable, Hashable {
  var new = 0
  var changed = 0
  var unchanged = 0
  var refused = 0
  var unresolved = 0

  init(_ result: FileResult) {
    (new, changed, unchanged) = (result.inserted, result.updated, result.unchanged)
    (refused, unresolved) = (result.rejected, result.unresolved)
  }
}

/// Counts in the background what files that wait would do: dry runs, one for each import that somebody looks at.
final class ImportTrials: Sendable {
  /// How far the counting is.
  enum State: Sendable {
    /// The share of the files that is read, 0 to 1.
    case counting(Double)
    case done([TrialFigures])
    /// The import would not begin or give up.
    case failed(Phrase)
  }

  private struct Trial {
    /// What is counted: the files and what was said of them.
    let subject: Data
    let version: DataVersion
    let began = ContinuousClock.now
    var state = State.counting(0)
    var task: Task<Void, Never>?
  }

  /// So many imports are counted at the same time; the one begun first gives way.
  private static let most = 4

  private let trials = Mutex<[String: Trial]>([:])

  /// What the files of an import would do, as far as it is counted. Counting begins where it has not, where something else
  /// was said of the files, and, for a page that is opened, where the data have changed since.
  /// - Parameter work: counts, and tells how far it is by the closure that it is given.
  func state(
    of pending: PendingImport, at version: DataVersion, opens: Bool,
    _ work: @escaping @Sendable (@escaping @Sendable (ImportProgress) -> Void) async -> State
  ) -> State {
    let subject = Self.subject(pending)
    return trials.withLock { trials in
      if let trial = trials[pending.id], trial.subject == subject {
        if case .counting = trial.state { return trial.state }
        if !opens || trial.version == version { return trial.state }
      }
      trials.removeValue(forKey: pending.id)?.task?.cancel()
      if trials.count >= Self.most, let first = trials.min(by: { $0.value.began < $1.value.began })?.key {
        trials.removeValue(forKey: first)?.task?.cancel()
      }
      var trial = Trial(subject: subject, version: version)
      let began = trial.began
      trial.task = Task(priority: .utility) { [weak self, id = pending.id] in
        let state = await work { [weak self] progress in
          let share = Double(progress.bytes) / Double(max(1, progress.totalBytes))
          self?.set(.counting(share), id, began)
        }
        self?.set(state, id, began)
      }
      trials[pending.id] = trial
      return trial.state
    }
  }

  // Another trial may have taken its place.
  private func set(_ state: State, _ id: String, _ began: ContinuousClock.Instant) {
    trials.withLock { if $0[id]?.began == began { $0[id]?.state = state } }
  }

  /// Stops counting.
  func cancel(_ id: String) { trials.withLock { $0.removeValue(forKey: id) }?.task?.cancel() }

  private static func subject(_ pending: PendingImport) -> Data {
    var subject = pending
    subject.state = .open
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(subject)) ?? Data()
  }
}
