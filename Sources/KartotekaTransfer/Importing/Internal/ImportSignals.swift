import Synchronization

/// The progress and cancellation of an import, shared between threads.
final class ImportSignals: Sendable {
  private let isCancelled = Atomic(false)
  private let totalBytes: Int
  private let progress: @Sendable (ImportProgress) -> Void

  init(totalBytes: Int, _ progress: @escaping @Sendable (ImportProgress) -> Void) {
    self.totalBytes = totalBytes
    self.progress = progress
  }

  /// Requests cancellation.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Throws `CancellationError` after a request for cancellation.
  func check() throws {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
  }

  /// Whether cancellation was requested.
  var isStopping: Bool { isCancelled.load(ordering: .relaxed) }

  func report(_ phase: ImportProgress.Phase, _ file: String, _ bytes: Int, _ rows: Int) {
    progress(
      ImportProgress(phase: phase, file: file, bytes: min(bytes, totalBytes), totalBytes: totalBytes, rows: rows))
  }
}
