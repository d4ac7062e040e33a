import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaStore
import KartotekaTransfer
import Synchronization

/// Runs the imports of an application in the background, one at a time.
package final class ImportQueue: Sendable {
  /// The progress of an import.
  package struct Status: Sendable, Codable {
    /// The last progress from the importer.
    package var progress: ImportProgress?
    /// The elapsed time.
    package var elapsed: Duration
    /// Whether it was cancelled and is being rolled back.
    package var isCancelled = false

    /// The progress of an import that has reported nothing yet.
    package static let beginning = Status(progress: nil, elapsed: .zero)

    /// The share of the files that is read, from 0 to 1.
    package var share: Double {
      guard let progress, progress.totalBytes > 0 else { return 0 }
      return progress.phase == .indexing ? 1 : Double(progress.bytes) / Double(progress.totalBytes)
    }

    /// The number of rows per second; nil until it can be estimated.
    package var rowsPerSecond: Int? {
      guard let progress, elapsed > .milliseconds(500) else { return nil }
      return Int(clampingFloor: Double(progress.rows) / (elapsed / .seconds(1)))
    }

    /// The estimated number of seconds until all files are read; nil until it can be estimated.
    package var secondsLeft: Int? {
      guard elapsed > .seconds(1), share > 0.02, progress?.phase == .reading else { return nil }
      return Int(clampingNearest: ((elapsed / .seconds(1)) * (1 - share) / share).rounded(.up))
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

  package init() {}

  /// Runs a change of the application's shape, during which no import begins.
  /// - Throws: `DesignError.importRuns` while an import is running, which keeps the fields that it began with; errors of `body`.
  package func withoutImports<Result>(_ body: () throws -> Result) throws -> Result {
    let isFree = running.withLock { running in
      guard running == nil else { return false }
      running = Running(id: "", began: .now)
      return true
    }
    guard isFree else { throw DesignError.importRuns() }
    defer { end() }
    return try body()
  }

  /// Begins an import unless one is running.
  /// - Parameters:
  ///   - shared: the entry of the import, by which other servers show its progress and stop it; nil if no other server has it.
  ///   - work: the import; it reports progress to its argument.
  /// - Returns: whether it was begun.
  /// - Throws: `StoreError.primary`.
  package func begin(
    _ id: String, shared: SharedBeginning? = nil,
    _ work: @escaping @Sendable (@escaping @Sendable (ImportProgress) -> Void) async -> Void
  ) async throws -> Bool {
    let isFree = running.withLock { running in
      guard running == nil else { return false }
      running = Running(id: id, began: .now)
      return true
    }
    guard isFree else { return false }
    if let shared {
      do {
        guard try await shared.begin(id) else {
          end()
          return false
        }
      } catch {
        end()
        throw error
      }
    }
    running.withLock { running in
      running?.task = Task {
        let beats = shared.map { shared in Task { await self.beat(id, shared.work) } }
        await work { [weak self] progress in self?.report(progress) }
        beats?.cancel()
        self.end()
      }
      // Somebody was quick.
      if running?.isCancelled == true { running?.task?.cancel() }
    }
    return true
  }

  // Other servers show the progress that is stored here, and stop the import by the answer.
  private func beat(_ id: String, _ work: any SharedWork) async {
    while (try? await Task.sleep(for: .seconds(1))) != nil, let status = self.status(of: id) {
      let progress = try? JSONEncoder().encode(status)
      // A database server that can't be reached is asked again.
      guard let order = try? await work.run({ try $0.beat(id, progress: progress) }) else { continue }
      guard order != .goOn else { continue }
      markCancelled(id)?.cancel()
      if order == .lost { return }
    }
  }

  private func report(_ progress: ImportProgress) { running.withLock { $0?.progress = progress } }

  private func end() { running.withLock { $0 = nil } }

  /// The progress of an import; nil if it is not running.
  package func status(of id: String) -> Status? {
    running.withLock { running in
      guard let running, running.id == id else { return nil }
      return Status(
        progress: running.progress, elapsed: .now - running.began, isCancelled: running.isCancelled)
    }
  }

  /// The id of the running import.
  package var current: String? { running.withLock { $0?.id } }

  /// Cancels an import and waits until it is rolled back.
  /// - Parameter limit: the maximum time to wait. The rollback continues afterwards.
  package func cancel(_ id: String, waiting limit: Duration = .seconds(2)) async {
    guard let task = markCancelled(id) else { return }
    task.cancel()
    await Self.wait(for: task, limit)
  }

  // The task of the import; nil if another import runs meanwhile.
  private func markCancelled(_ id: String) -> Task<Void, Never>? {
    running.withLock { running in
      guard running?.id == id else { return nil }
      running?.isCancelled = true
      return running?.task
    }
  }

  /// Waits until an import has ended.
  /// - Parameter limit: the maximum time to wait.
  package func wait(for id: String, atMost limit: Duration) async {
    guard let task = running.withLock({ $0?.id == id ? $0?.task : nil }) else { return }
    await Self.wait(for: task, limit)
  }

  private static func wait(for task: Task<Void, Never>, _ limit: Duration) async {
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

/// The beginning of an import that all servers of an application share.
package struct SharedBeginning: Sendable {
  /// The shared work that has the entry of the import.
  package let work: any SharedWork
  /// The entry while the import runs.
  package let content: SharedContent
  /// Of the entries with the same lane, one runs at a time; nil for any number.
  package var lane: String?
  /// Whether the entry is added by this.
  package var isNew = false

  package init(of work: any SharedWork, _ content: SharedContent, lane: String? = nil, isNew: Bool = false) {
    (self.work, self.content, self.lane, self.isNew) = (work, content, lane, isNew)
  }

  func begin(_ id: String) async throws -> Bool {
    try await work.run { [content, lane, isNew] in try $0.begin(id, content, lane: lane, isNew: isNew) }
  }
}
