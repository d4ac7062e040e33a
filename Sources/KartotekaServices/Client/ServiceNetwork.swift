import Foundation
import FoundationNetworking
import Logging
import Synchronization

/// The connections to services on the internet. A process has one and ends it with `shutdown()`.
///
/// Connections are opened on demand. Redirects are not followed, so that a key is sent only to the documented address of a
/// service.
public final class ServiceNetwork: Sendable {
  let environment: [String: String]
  let logger: Logger?
  let clock: any ServiceClock
  /// Returns a random pause of at most the given length, so that clients that failed together don't retry together.
  let jitter: @Sendable (Duration) -> Duration
  private let session = Mutex<NetworkSession?>(nil)

  /// Makes the connections.
  /// - Parameters:
  ///   - environment: the environment variables with addresses of stand-ins.
  ///   - logger: logs service, path and status of each request at debug level, but no query.
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

  /// Closes all connections; requests in progress fail. The next request opens new ones.
  package func shutdown() {
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

/// A response exceeds its size limit.
struct AnswerTooLarge: Error {}
