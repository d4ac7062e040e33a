import Synchronization

/// What goes on between an import and those who wait for it: how far it is, and whether it is to stop.
final class ImportSignals: Sendable {
  private let isCancelled = Atomic(false)
  private let totalBytes: Int
  private let progress: @Sendable (ImportProgress) -> Void

  init(totalBytes: Int, _ progress: @escaping @Sendable (ImportProgress) -> Void) {
    self.totalBytes = totalBytes
    self.progress = progress
  }

  /// Asks the import to stop.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Throws when it is to stop.
  func check() throws {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
  }

  /// Whether it is to stop.
  var isStopping: Bool { isCancelled.load(ordering: .relaxed) }

  func report(_ phase: ImportProgress.Phase, _ file: String, _ bytes: Int, _ rows: Int) {
    progress(
      ImportProgress(phase: phase, file: file, bytes: min(bytes, totalBytes), totalBytes: totalBytes, rows: rows))
  }
}
