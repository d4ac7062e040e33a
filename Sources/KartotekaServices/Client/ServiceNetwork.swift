import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import Synchronization

/// The way to services on the internet: one for a process, which ends it with ``shutdown()``.
///
/// Nothing is opened before something is asked. Redirects are not followed: a service that answers at another address
/// than the one it documents is not trusted with a key.
public final class ServiceNetwork: Sendable {
  private enum State {
    case unused
    case open(HTTPClient)
  }

  let environment: [String: String]
  let logger: Logger?
  let clock: any ServiceClock
  /// A pause of at most that length, by chance: those who failed together should not come back together.
  let jitter: @Sendable (Duration) -> Duration
  private let state = Mutex(State.unused)

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

  deinit {
    if case .open(let client) = state.withLock({ $0 }) { client.shutdown { _ in } }
  }

  /// Ends all connections; what is under way fails. Whoever asks again opens new ones.
  public func shutdown() async {
    let before = state.withLock { state in
      let before = state
      state = .unused
      return before
    }
    if case .open(let client) = before { try? await client.shutdown() }
  }

  /// Sends a request and reads the answer.
  /// - Throws: what the HTTP client throws, and ``AnswerTooLarge``.
  func send(_ request: HTTPClientRequest, limit: Int) async throws -> NetworkAnswer {
    let response = try await client().execute(request, deadline: .distantFuture)
    // The bytes of a refusal are for nobody. What is not read is not transmitted either: the connection is closed.
    guard response.status == .ok else { return NetworkAnswer(status: Int(response.status.code), response.headers) }
    if let length = response.headers.first(name: "content-length").flatMap({ Int($0) }), length > limit {
      throw AnswerTooLarge()
    }
    var bytes: [UInt8] = []
    for try await part in response.body {
      guard bytes.count + part.readableBytes <= limit else { throw AnswerTooLarge() }
      bytes += part.readableBytesView
    }
    return NetworkAnswer(status: 200, response.headers, bytes)
  }

  private static let configuration: HTTPClient.Configuration = {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)))
    // Whether and when to try again is decided in one place, by who asks.
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }()

  private func client() -> HTTPClient {
    state.withLock { state in
      switch state {
      case .open(let client): return client
      case .unused:
        let client = HTTPClient(configuration: Self.configuration)
        state = .open(client)
        return client
      }
    }
  }
}

/// An answer is longer than it may be.
struct AnswerTooLarge: Error {}
