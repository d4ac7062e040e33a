import Foundation
import FoundationNetworking
import KartotekaModel
import Synchronization

/// Returns the current key of a service for each request; nil if none is set. A new key applies immediately.
public typealias ServiceKey = @Sendable () async -> String?

/// A client of one service. It adds the key, limits concurrent requests, retries transient errors and caches responses.
///
/// It throws only ``ServiceError`` and `CancellationError`.
final class ServiceClient: Sendable {
  /// The name of the service in errors.
  let name: String
  private let address: URL?
  private let keyPlace: ServiceDescription.KeyPlace?
  private let key: ServiceKey
  private let limits: ServiceLimits
  private let network: ServiceNetwork
  private let slots: Slots
  private let pausedUntil = Mutex(Date.distantPast)
  private let kept: Mutex<AnswerStore>

  /// Makes a client of a service.
  /// - Throws: ``StandInError``.
  convenience init(_ service: ServiceDescription, _ network: ServiceNetwork, key: @escaping ServiceKey) throws {
    try self.init(
      service.name, at: service.endpoint(network.environment), keyPlace: service.keyPlace, key: key,
      limits: service.limits, network)
  }

  /// Makes a client without a key, for complete addresses.
  convenience init(downloadsOf name: String, limits: ServiceLimits, _ network: ServiceNetwork) {
    self.init(name, at: nil, keyPlace: nil, key: { nil }, limits: limits, network)
  }

  init(
    _ name: String, at address: URL?, keyPlace: ServiceDescription.KeyPlace?, key: @escaping ServiceKey,
    limits: ServiceLimits, _ network: ServiceNetwork
  ) {
    self.name = name
    self.address = address
    self.keyPlace = keyPlace
    self.key = key
    self.limits = limits
    self.network = network
    slots = Slots(limits.atOnce)
    kept = Mutex(AnswerStore(limit: limits.cache, kept: limits.kept))
  }

  /// Whether a key is set or none is needed.
  var isReady: Bool { get async { await usableKey() != nil || keyPlace == nil } }

  /// Requests JSON.
  /// - Throws: ``ServiceError``, `CancellationError`.
  func json(_ path: String, _ query: [(String, String)]) async throws -> JSONValue {
    guard let address else { throw error(.unreachable) }
    let answer = try await get(address.appending(path: path), query, accept: "application/json")
    guard answer.type == "application/json" || answer.type?.hasSuffix("+json") == true,
      let value = try? JSONParser.parse(answer.bytes)
    else { throw error(.unreadable) }
    return value
  }

  /// Requests the bytes at an address.
  /// - Throws: ``ServiceError``, `CancellationError`.
  func get(_ address: URL, _ query: [(String, String)] = [], accept: String) async throws -> ServiceAnswer {
    let question = query.isEmpty ? address.absoluteString : address.absoluteString + "?" + Self.encoded(query)
    if let answer = kept.withLock({ $0.fresh(question, at: network.clock.now) }) { return answer }
    let request = try await request(question, accept: accept)
    let end = network.clock.now.addingTimeInterval(limits.total.seconds)
    var failures = 0
    while true {
      do {
        return try await attempt(request, question, until: end)
      } catch let failure as Failure {
        failures += 1
        guard failure.error.isTransient, failures < limits.attempts else { throw failure.error }
        let now = network.clock.now
        let pause =
          failure.retryAt.map { max($0.timeIntervalSince(now), 0) }
          ?? network.jitter(limits.pause(after: failures)).seconds
        guard now.addingTimeInterval(pause) < end else { throw failure.error }
        try await network.clock.sleep(for: .seconds(pause))
      }
    }
  }

  // MARK: - Attempts

  /// The failure of an attempt, and the earliest time of the next one if the service stated it.
  private struct Failure: Error {
    let error: ServiceError
    var retryAt: Date?
  }

  private func attempt(_ request: URLRequest, _ question: String, until end: Date) async throws -> ServiceAnswer {
    var request = request
    if let tag = kept.withLock({ $0.tag(question) }) { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
    let clock = network.clock
    do {
      // Waiting for a slot counts toward the total time, not toward the attempt's. A slot that comes too late is returned.
      let answer = try await clock.limit(to: left(until: end)) { [self, request] in
        try await slots.enter()
        defer { slots.leave() }
        try await waitForPermission(until: end)
        return try await clock.limit(to: min(limits.attempt, left(until: end))) { [self] in
          try await network.send(request, limit: limits.size)
        }
      }
      report(request, "\(answer.status)")
      return try read(answer, question)
    } catch let failure as Failure {
      throw failure
    } catch {
      try Task.checkCancellation()
      report(request, Self.logged(error))
      throw try failure(error)
    }
  }

  private func left(until end: Date) -> Duration { .seconds(end.timeIntervalSince(network.clock.now)) }

  /// Waits until the rate limit ends, if that is before `end`.
  private func waitForPermission(until end: Date) async throws {
    let now = network.clock.now
    let until = pausedUntil.withLock { $0 }
    guard until > now else { return }
    guard until < end else { throw Failure(error: error(.rateLimited(until: until)), retryAt: until) }
    try await network.clock.sleep(for: .seconds(until.timeIntervalSince(now)))
  }

  private func read(_ answer: NetworkAnswer, _ question: String) throws -> ServiceAnswer {
    let now = network.clock.now
    let exhausted = answer.exhaustedUntil(from: now)
    if let exhausted { pause(until: exhausted) }
    switch answer.status {
    case 200:
      kept.withLock { $0.keep(answer.answer, question, answer.cacheHeaders, at: now) }
      return answer.answer
    case 304:
      guard let answer = kept.withLock({ $0.renew(question, answer.cacheHeaders, at: now) }) else {
        throw Failure(error: error(.unreadable))
      }
      return answer
    case 401, 403: throw Failure(error: error(.unauthorized))
    case 408: throw Failure(error: error(.timedOut))
    case 429:
      let until = answer.retryAfter(from: now) ?? exhausted ?? pausedUntil.withLock { $0 > now ? $0 : nil }
      if let until { pause(until: until) }
      throw Failure(error: error(.rateLimited(until: until)), retryAt: until)
    case 500...:
      throw Failure(error: error(.unavailable(status: answer.status)), retryAt: answer.retryAfter(from: now))
    default: throw Failure(error: error(.refused(status: answer.status)))
    }
  }

  private func pause(until date: Date) { pausedUntil.withLock { $0 = max($0, date) } }

  // MARK: - Requests

  private func request(_ question: String, accept: String) async throws -> URLRequest {
    var address = question
    var fields = ["Accept": accept, "User-Agent": "Kartoteka"]
    if let keyPlace {
      guard let key = await usableKey() else { throw error(.noKey) }
      // A key that can't be sent in a header is invalid.
      guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw error(.unauthorized) }
      switch keyPlace {
      case .header(let name): fields[name] = key
      case .query(let name): address += (question.contains("?") ? "&" : "?") + Self.encoded([(name, key)])
      }
    }
    guard let url = URL(string: address) else { throw error(.unreachable) }
    var request = URLRequest(url: url)
    request.allHTTPHeaderFields = fields
    return request
  }

  private func usableKey() async -> String? {
    guard let key = await key()?.trimmingCharacters(in: .whitespacesAndNewlines), !key.isEmpty else { return nil }
    return key
  }

  /// A percent-encoded query. All characters except the unreserved ones (RFC 3986, section 2.3) are encoded.
  private static func encoded(_ query: [(String, String)]) -> String {
    query.map { name, value in name + "=" + (value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "") }
      .joined(separator: "&")
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  // MARK: - Errors

  func error(_ reason: ServiceError.Reason) -> ServiceError { ServiceError(name, reason) }

  private func failure(_ error: any Error) throws -> Failure {
    switch error {
    case is CancellationError: throw error
    case is TimeLimitExceeded: return Failure(error: self.error(.timedOut))
    case is AnswerTooLarge: return Failure(error: self.error(.tooLarge(limit: limits.size)))
    case let error as URLError where error.code == .timedOut: return Failure(error: self.error(.timedOut))
    default: return Failure(error: self.error(.unreachable))
    }
  }

  // Only the path is logged: the query may contain a person's input or the key.
  private func report(_ request: URLRequest, _ outcome: String) {
    let path = (request.url?.absoluteString ?? "").prefix { $0 != "?" }
    network.logger?.debug("\(name) \(path): \(outcome)")
  }

  // Only the type is logged: the message may contain an address.
  private static func logged(_ error: any Error) -> String { String(describing: type(of: error)) }
}
