import Foundation
import FoundationNetworking

/// A raw response of a service, with any status.
struct NetworkAnswer: Sendable {
  let status: Int
  let bytes: [UInt8]
  private let headers: [String: String]

  init(_ response: HTTPURLResponse, _ bytes: [UInt8] = []) {
    status = response.statusCode
    headers = response.allHeaderFields.reduce(into: [:]) { headers, field in
      headers["\(field.key)".lowercased()] = "\(field.value)"
    }
    self.bytes = bytes
  }

  /// The value of a header, by its name in lower case. Several values are joined by commas.
  func header(_ name: String) -> String? { headers[name] }

  /// The media type without its parameters.
  var type: String? {
    header("content-type").flatMap { $0.split(separator: ";").first }
      .map { $0.filter { !$0.isWhitespace }.lowercased() }
  }

  /// The body and its type.
  var answer: ServiceAnswer { ServiceAnswer(bytes: bytes, type: type) }

  /// The caching headers.
  var cacheHeaders: CacheHeaders { CacheHeaders(header) }

  /// The time of the Retry-After header; nil if it is missing.
  func retryAfter(from now: Date) -> Date? { HTTPDate.retryAfter(header("retry-after"), from: now) }

  /// The end of the rate limit's window if this was its last request, from the headers X-Ratelimit-Remaining and
  /// X-Ratelimit-Reset as Pexels documents them. A small reset value is seconds from now, a large one a Unix time.
  func exhaustedUntil(from now: Date) -> Date? {
    guard header("x-ratelimit-remaining").flatMap({ Int($0) }) == 0,
      let reset = header("x-ratelimit-reset").flatMap({ TimeInterval($0) }), reset.isFinite, reset > 0
    else { return nil }
    return reset < 1_000_000_000 ? now.addingTimeInterval(reset) : Date(timeIntervalSince1970: min(reset, 4e9))
  }
}
