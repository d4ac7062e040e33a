import Foundation

/// The response of a service.
struct ServiceAnswer: Sendable, Equatable {
  /// The body.
  let bytes: [UInt8]
  /// The media type in lower case without parameters, such as `application/json`; nil if the service sends none.
  let type: String?
}

/// An in-memory cache of responses with a limit on its size. It evicts the least recently used response first.
///
/// Freshness follows RFC 9111 for a private cache: `max-age`, `no-cache`, `no-store`, `Age`, and revalidation by ETag.
struct AnswerStore: Sendable {
  private struct Entry {
    var answer: ServiceAnswer
    var tag: String?
    var freshUntil: Date
    var used: Int
    var size: Int
  }

  private let limit: Int
  private let kept: Duration?
  private var entries: [String: Entry] = [:]
  private var size = 0
  private var uses = 0

  /// Makes an empty cache.
  /// - Parameters:
  ///   - limit: the maximum size, in bytes.
  ///   - kept: the freshness lifetime of responses without an explicit one; nil for none.
  init(limit: Int, kept: Duration?) {
    self.limit = limit
    self.kept = kept
  }

  /// The cached response if it is fresh.
  mutating func fresh(_ question: String, at now: Date) -> ServiceAnswer? {
    guard let entry = entries[question], entry.freshUntil > now else { return nil }
    use(question)
    return entry.answer
  }

  /// The entity tag of a cached response, fresh or stale.
  func tag(_ question: String) -> String? { entries[question]?.tag }

  /// Renews a response that the service has revalidated.
  mutating func renew(_ question: String, _ headers: CacheHeaders, at now: Date) -> ServiceAnswer? {
    guard var entry = entries[question] else { return nil }
    entry.freshUntil = freshUntil(headers, now)
    entries[question] = entry
    use(question)
    return entry.answer
  }

  /// Caches a response unless its headers forbid it.
  mutating func keep(_ answer: ServiceAnswer, _ question: String, _ headers: CacheHeaders, at now: Date) {
    remove(question)
    let entry = Entry(
      answer: answer, tag: headers.tag, freshUntil: freshUntil(headers, now), used: 0,
      size: answer.bytes.count + question.utf8.count)
    guard !headers.noStore, entry.size <= limit, entry.tag != nil || entry.freshUntil > now else { return }
    entries[question] = entry
    size += entry.size
    use(question)
    while size > limit, let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key { remove(oldest) }
  }

  private func freshUntil(_ headers: CacheHeaders, _ now: Date) -> Date {
    let seconds = headers.noCache ? 0 : headers.maxAge ?? kept?.seconds ?? 0
    return now.addingTimeInterval(seconds - headers.age)
  }

  private mutating func use(_ question: String) {
    uses += 1
    entries[question]?.used = uses
  }

  private mutating func remove(_ question: String) {
    if let entry = entries.removeValue(forKey: question) { size -= entry.size }
  }
}

/// The caching headers of a response.
struct CacheHeaders: Sendable, Equatable {
  var maxAge: TimeInterval?
  var noCache = false
  var noStore = false
  var age: TimeInterval = 0
  var tag: String?

  /// Parses the headers.
  /// - Parameter header: returns all values of a header, separated by commas.
  init(_ header: (String) -> String?) {
    tag = header("etag")
    age = header("age").flatMap(TimeInterval.init).map { max($0, 0) } ?? 0
    for part in (header("cache-control") ?? "").lowercased().split(separator: ",") {
      let directive = part.trimmingPrefix(while: { $0 == " " })
      if directive.hasPrefix("no-cache") { noCache = true }
      if directive.hasPrefix("no-store") { noStore = true }
      if directive.hasPrefix("max-age=") {
        maxAge = TimeInterval(directive.dropFirst(8).filter { $0.isNumber }).map { min($0, 366 * 86_400) }
      }
    }
  }
}
