import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaStore
import Logging
import Synchronization

/// The work with backups of a data folder: one at a time, in the background, with what is known of the last ones.
package final class BackupDesk: Sendable {
  /// A work that runs.
  package struct Running: Sendable {
    /// What is done.
    package enum Kind: Sendable { case backup, restore, trial }

    package let kind: Kind
    /// The application that is worked on, and its finished share.
    package var app = ""
    package var share = 0.0
  }

  private struct Content {
    var state: BackupState
    var running: Running?
    var isStopped = false
  }

  /// The data folder.
  package let data: URL
  private let logger: Logger
  private let content: Mutex<Content>
  // Reading and writing of whole databases blocks.
  private let queue = DispatchQueue(label: "backups", qos: .utility)

  package init(_ data: URL, logger: Logger) {
    self.data = data
    self.logger = logger
    content = Mutex(Content(state: BackupState(in: data)))
  }

  /// What is known of backups.
  package var state: BackupState { content.withLock { $0.state } }
  /// The folder of the backups.
  package var folder: BackupFolder { state.backups(of: data) }
  /// The work that runs; nil for none.
  package var running: Running? { content.withLock { $0.running } }

  /// Changes what is known. Where it can't be written it is known until the server ends.
  package func change(_ body: (inout BackupState) -> Void) {
    content.withLock { content in
      body(&content.state)
      do { try content.state.write(in: data) } catch { logger.warning("backups.json can't be written: \(error)") }
    }
  }

  /// Looks at the folder of the backups, so that its state is known elsewhere, too.
  /// - Returns: the backups, the newest first.
  @discardableResult
  package func look() -> [BackupFile] {
    let folder = folder
    let files = folder.files()
    content.withLock { content in
      if content.state.note(folder, files) { try? content.state.write(in: data) }
    }
    return files
  }

  /// Begins a work unless one runs.
  /// - Parameter work: the work; it reports the application and its finished share to its argument, which ends it when the server
  ///   stops.
  /// - Returns: whether it was begun.
  @discardableResult
  package func begin(
    _ kind: Running.Kind, _ work: @escaping @Sendable (@escaping @Sendable (String, Double) throws -> Void) -> Void
  ) -> Bool {
    let isFree = content.withLock { content in
      guard content.running == nil, !content.isStopped else { return false }
      content.running = Running(kind: kind)
      return true
    }
    guard isFree else { return false }
    queue.async { [self] in
      work { app, share in try self.report(app, share) }
      look()
      content.withLock { $0.running = nil }
    }
    return true
  }

  private func report(_ app: String, _ share: Double) throws {
    try content.withLock { content in
      guard !content.isStopped else { throw CancellationError() }
      content.running?.app = app
      content.running?.share = share
    }
  }

  /// Ends the work that runs as soon as it can be ended, and begins no other one.
  package func stop() { content.withLock { $0.isStopped = true } }

  /// Waits until no work runs.
  package func wait() async {
    while running != nil {
      await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
  }

  /// Logs how a work went.
  func log(_ outcome: BackupState.Outcome) {
    let phrases = [outcome.says, outcome.remedy].compactMap(\.self) + outcome.lacks
    let text = Localizer.english(Phrase.list(phrases) ?? "")
    if outcome.isFailure || !outcome.lacks.isEmpty { logger.error("\(text)") } else { logger.notice("\(text)") }
  }
}
