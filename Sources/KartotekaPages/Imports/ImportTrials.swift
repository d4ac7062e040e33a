import Foundation
import KartotekaModel
import KartotekaStore
import KartotekaTransfer
import Synchronization

/// The numbers of a file's rows by their effect.
struct TrialFigures: Sendable {
  var new = 0
  var changed = 0
  var unchanged = 0
  var refused = 0
  var unresolved = 0
  /// The changes of existing records.
  let changes: RecordChanges
  /// The number of rows with fields that were changed here and in the file, and the first of them.
  let changedBoth: Int
  let conflicts: [RecordChange]
  /// The warning about new rows that look like records; nil for none.
  let warning: Phrase?
  /// The new names of tags.
  let tags: [Phrase]

  init(_ result: FileResult) {
    (new, changed, unchanged) = (result.inserted, result.updated, result.unchanged)
    (refused, unresolved, changes) = (result.rejected, result.unresolved, result.changes)
    (changedBoth, conflicts, warning) = (result.changedBoth, result.conflicts, result.namesakePhrase)
    tags = result.tagPhrases
  }
}

/// Counts the effects of waiting files in the background by dry runs, one for each import that is viewed.
final class ImportTrials: Sendable {
  /// The state of a count.
  enum State: Sendable {
    /// The share of the files that is read, from 0 to 1.
    case counting(Double)
    case done([TrialFigures])
    /// The import would fail.
    case failed(Phrase)
  }

  private struct Trial {
    /// The counted files and their options.
    let subject: Data
    let version: DataVersion
    let began = ContinuousClock.now
    var state = State.counting(0)
    var task: Task<Void, Never>?
  }

  /// The maximum number of concurrent counts. A further one cancels the oldest.
  private static let most = 4

  private let trials = Mutex<[String: Trial]>([:])

  /// The state of the count for an import. A count begins if there is none, if the options have changed, and, when a page is
  /// opened, if the data have changed.
  /// - Parameter work: counts and reports progress.
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

  // Another count may have replaced it.
  private func set(_ state: State, _ id: String, _ began: ContinuousClock.Instant) {
    trials.withLock { if $0[id]?.began == began { $0[id]?.state = state } }
  }

  /// Cancels a count.
  func cancel(_ id: String) { trials.withLock { $0.removeValue(forKey: id) }?.task?.cancel() }

  private static func subject(_ pending: PendingImport) -> Data {
    var subject = pending
    subject.state = .open
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(subject)) ?? Data()
  }
}
