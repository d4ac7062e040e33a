import KartotekaTransfer
import Synchronization

/// Where an application's import is done: one at a time, in the background, whoever looks on.
final class ImportQueue: Sendable {
  /// How far the import is.
  struct Status: Sendable {
    /// What the importer said last.
    var progress: ImportProgress?
    /// How long it has been going on.
    var elapsed: Duration
    /// Whether it was cancelled, and what it had loaded is being taken back.
    var isCancelled = false

    /// How much of the files is read, 0 to 1.
    var share: Double {
      guard let progress, progress.totalBytes > 0 else { return 0 }
      return progress.phase == .indexing ? 1 : Double(progress.bytes) / Double(progress.totalBytes)
    }

    /// Rows in a second; nil until it can be told.
    var rowsPerSecond: Int? {
      guard let progress, elapsed > .milliseconds(500) else { return nil }
      return Int(Double(progress.rows) / (elapsed / .seconds(1)))
    }

    /// Seconds until all files are read, at the pace so far; nil until it can be told.
    var secondsLeft: Int? {
      guard elapsed > .seconds(1), share > 0.02, progress?.phase == .reading else { return nil }
      return Int(((elapsed / .seconds(1)) * (1 - share) / share).rounded(.up))
    }
  }

  private struct Running {
    let id: String
    let began: ContinuousClock.Instant
    var progress: ImportProgress?
    var isCancelled = false
    var task: Task<Void, Never>?
  }

  private let running = Mutex<Running?>(nil)

  /// Begins an import, unless one is going on.
  /// - Parameter work: the import; tells how far it is by the closure that it is given.
  /// - Returns: whether it was begun.
  func begin(
    _ id: String, _ work: @escaping @Sendable (@escaping @Sendable (ImportProgress) -> Void) async -> Void
  ) -> Bool {
    running.withLock { running in
      guard running == nil else { return false }
      running = Running(id: id, began: .now)
      running?.task = Task {
        await work { [weak self] progress in self?.report(progress) }
        self.end()
      }
      return true
    }
  }

  private func report(_ progress: ImportProgress) { running.withLock { $0?.progress = progress } }

  private func end() { running.withLock { $0 = nil } }

  /// How far an import is; nil when it isn't going on.
  func status(of id: String) -> Status? {
    running.withLock { running in
      guard let running, running.id == id else { return nil }
      return Status(
        progress: running.progress, elapsed: .now - running.began, isCancelled: running.isCancelled)
    }
  }

  /// The import that is going on.
  var current: String? { running.withLock { $0?.id } }

  /// Stops an import, and waits until everything is as it was before.
  /// - Parameter limit: the longest that is waited; what is loaded is taken back afterwards, too.
  func cancel(_ id: String, waiting limit: Duration = .seconds(2)) async {
    let task = running.withLock { running -> Task<Void, Never>? in
      guard running?.id == id else { return nil }
      running?.isCancelled = true
      return running?.task
    }
    guard let task else { return }
    task.cancel()
    let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
    Task {
      await task.value
      continuation.finish()
    }
    let clock = Task {
      try? await Task.sleep(for: limit)
      continuation.finish()
    }
    for await _ in ends {}
    clock.cancel()
  }
}
