import Dispatch
import Foundation
import Synchronization

/// Handles Ctrl-C during work that must be rolled back before the program ends.
enum Interruption {
  private static let requested = Atomic(false)

  /// Whether the person has interrupted the program.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Throws `CancellationError` if the person has interrupted the program. Long work calls it periodically.
  static func check() throws {
    if isRequested { throw CancellationError() }
  }

  /// Runs work that the first SIGINT or SIGTERM cancels. The second one ends the program at once.
  /// - Throws: errors of the work, and `CancellationError` after an interruption.
  static func cancelling<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
      // A dispatch source receives a signal only if its default action is disabled.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        requested.store(true, ordering: .relaxed)
        task.cancel()
        signal(number, SIG_DFL)
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    do {
      return try await task.value
    } catch {
      // Any error after an interruption is a consequence of it.
      throw isRequested ? CancellationError() : error
    }
  }
}
