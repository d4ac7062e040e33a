import KartotekaTransfer
import Synchronization

/// Runs the imports of an application in the background, one at a time.
final class ImportQueue: Sendable {
  /// The progress of an import.
  struct Status: Sendable {
    /// The last progress from the importer.
    var progress: ImportProgress?
    /// The elapsed time.
    var elapsed: Duration
    /// Whether it was cancelled and is being rolled back.
    var isCancelled = false

    /// The share of the files that is read, from 0 to 1.
    var share: Double {
      guard let progress, progress.totalBytes > 0 else { return 0 }
      return progress.phase == .indexing ? 1 : Double(progress.bytes) / Double(progress.totalBytes)
    }

    /// The number of rows per second; nil until it can be estimated.
    var rowsPerSecond: Int? {
      guard let progress, elapsed > .milliseconds(500) else { return nil }
      return Int(Double(progress.rows) / (elapsed / .seconds(1)))
    }

    /// The estimated number of seconds until all files are read; nil until it can be estimated.
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

  /// Begins an import unless one is running.
  /// - Parameter work: the import; it reports progress to its argument.
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

  /// The progress of an import; nil if it is not running.
  func status(of id: String) -> Status? {
    running.withLock { running in
      guard let running, running.id == id else { return nil }
      return Status(
        progress: running.progress, elapsed: .now - running.began, isCancelled: running.isCancelled)
    }
  }

  /// The id of the running import.
  var current: String? { running.withLock { $0?.id } }

  /// Cancels an import and waits until it is rolled back.
  /// - Parameter limit: the maximum time to wait. The rollback continues afterwards.
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
