import Foundation
import FoundationNetworking

/// What came back from a service, whatever its status.
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

  /// A header by its name in small letters; several of that name as one, separated by commas.
  func header(_ name: String) -> String? { headers[name] }

  /// The media type without its parameters.
  var type: String? {
    header("content-type").flatMap { $0.split(separator: ";").first }
      .map { $0.filter { !$0.isWhitespace }.lowercased() }
  }

  /// The bytes and their type.
  var answer: ServiceAnswer { ServiceAnswer(bytes: bytes, type: type) }

  /// What it says of how long it holds.
  var cacheHeaders: CacheHeaders { CacheHeaders(header) }

  /// When the service may be asked again, if it said so.
  func retryAfter(from now: Date) -> Date? { HTTPDate.retryAfter(header("retry-after"), from: now) }

  /// When more may be asked, if this was the last question for now: the headers X-Ratelimit-Remaining and
  /// X-Ratelimit-Reset, as Pexels documents them. A small number is seconds from now, a large one a moment.
  func exhaustedUntil(from now: Date) -> Date? {
    guard header("x-ratelimit-remaining").flatMap({ Int($0) }) == 0,
      let reset = header("x-ratelimit-reset").flatMap({ TimeInterval($0) }), reset.isFinite, reset > 0
    else { return nil }
    return reset < 1_000_000_000 ? now.addingTimeInterval(reset) : Date(timeIntervalSince1970: min(reset, 4e9))
  }
}
