import Foundation
import FoundationNetworking
import Logging
import Synchronization

/// The way to services on the internet: one for a process, which ends it with ``shutdown()``.
///
/// Nothing is opened before something is asked. Redirects are not followed: a service that answers at another address
/// than the one it documents is not trusted with a key.
public final class ServiceNetwork: Sendable {
  let environment: [String: String]
  let logger: Logger?
  let clock: any ServiceClock
  /// A pause of at most that length, by chance: those who failed together should not come back together.
  let jitter: @Sendable (Duration) -> Duration
  private let session = Mutex<NetworkSession?>(nil)

  /// A way to services.
  /// - Parameters:
  ///   - environment: the environment variables that may point to stand-ins.
  ///   - logger: is told of each question at debug level: the service, the path, the status. Never what was asked.
  public convenience init(
    environment: [String: String] = ProcessInfo.processInfo.environment, logger: Logger? = nil
  ) {
    self.init(environment: environment, logger: logger, clock: SystemClock()) { $0 * Double.random(in: 0...1) }
  }

  init(
    environment: [String: String], logger: Logger?, clock: any ServiceClock,
    jitter: @escaping @Sendable (Duration) -> Duration
  ) {
    self.environment = environment
    self.logger = logger
    self.clock = clock
    self.jitter = jitter
  }

  deinit { session.withLock { $0?.shutdown() } }

  /// Ends all connections; requests under way fail. The next request opens new ones.
  public func shutdown() {
    session.withLock { session in
      session?.shutdown()
      session = nil
    }
  }

  /// Sends a request and reads the response, at most `limit` bytes of its body.
  /// - Throws: `URLError`, ``AnswerTooLarge``, `CancellationError`.
  func send(_ request: URLRequest, limit: Int) async throws -> NetworkAnswer {
    let session = session.withLock { session in
      let open = session ?? NetworkSession()
      session = open
      return open
    }
    return try await session.send(request, limit: limit)
  }
}

/// An answer is longer than it may be.
struct AnswerTooLarge: Error {}
