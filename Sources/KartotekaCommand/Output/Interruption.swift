import Dispatch
import Foundation
import Synchronization

/// Ctrl-C during work that has to be left tidily: what was begun is taken back before the program ends.
enum Interruption {
  private static let requested = Atomic(false)

  /// Whether the person wants to stop.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Throws when the person wants to stop; to be called now and then from within the work.
  static func check() throws {
    if isRequested { throw CancellationError() }
  }

  /// Does work that the first Ctrl-C (or a termination) cancels; the second ends the program at once.
  /// - Throws: what the work throws, and `CancellationError` when it was stopped.
  static func cancelling<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
      // The source only hears a signal that doesn't end the program by itself.
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
      // Whatever broke because of it, it was the person's wish.
      throw isRequested ? CancellationError() : error
    }
  }
}
