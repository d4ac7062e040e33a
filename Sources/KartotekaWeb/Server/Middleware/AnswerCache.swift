import Foundation
import Hummingbird
import KartotekaStore
import Synchronization

/// Keeps the answers to what is read, for as long as nothing is committed that touches what they were read from: whoever
/// commits, this process or another program, the store tells before an answer is given again. Answers that depend on the
/// day ("late") are not taken into the next one.
struct AnswerCache: RouterMiddleware {
  private let kept: [(name: String, answers: KeptAnswers)]

  init(apps: [RunningApp]) {
    kept = apps.map { ($0.name, KeptAnswers($0.store)) }
  }

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard request.method == .get, let answers = answers(for: request.uri.path), let key = AnswerKey(request)
    else { return try await next(request, context) }
    return try await answers.answer(to: key) { try await next(request, context) }
  }

  private func answers(for path: String) -> KeptAnswers? {
    let rest = path.hasPrefix("/api/") ? path.dropFirst(5) : path.dropFirst()
    return kept.first { rest.hasPrefix($0.name + "/") }?.answers
  }
}

/// What an answer depends on beside the data.
private struct AnswerKey: Hashable {
  private let address: String
  private let cookies: String?
  private let languages: String?

  /// Nil for requests whose answers are not kept: conditional ones, those of a piece, those with a deed to undo, which
  /// only one person sees, and those whose statements somebody wants to see.
  init?(_ request: Request) {
    let headers = request.headers
    guard headers[.ifNoneMatch] == nil, headers[.range] == nil else { return nil }
    cookies = headers[.cookie]
    if let cookies, cookies.contains(DeedCookie.prefix) || cookies.contains(StatementHistory.cookie) { return nil }
    address = request.uri.string
    languages = headers[.acceptLanguage]
  }
}

/// The answers of one application.
private final class KeptAnswers: Sendable {
  private struct Answer {
    var headers: HTTPFields
    var body: ByteBuffer
    /// Where it says how far the changes have come.
    var place: Range<Int>?
    let readSet: ReadSet
    let quarter: Int
    /// The store's version at which it was last known to be right.
    var version: Int
  }

  /// The most bytes kept in all and of one answer.
  private static let limits = (all: 16_000_000, one: 500_000)
  private let store: Store
  private let answers = Mutex(AgingCache<AnswerKey, Answer>(limit: limits.all))

  init(_ store: Store) { self.store = store }

  // A day begins with a quarter of an hour everywhere, which can be told without asking a calendar for each request.
  private static var quarter: Int { Int(Date.now.timeIntervalSince1970) / 900 }

  func answer(to key: AnswerKey, _ work: () async throws -> Response) async throws -> Response {
    // Before the version: what is committed in between is told of by the feed once more, and not missed.
    let last = store.feed.last
    let version = try await store.version()
    let quarter = Self.quarter
    if let known = known(key, version, quarter, last) {
      return Response(status: .ok, headers: known.headers, body: ResponseBody(byteBuffer: known.body))
    }
    let recorder = ReadSetRecorder()
    return try await ReadSetRecorder.$current.withValue(recorder) {
      var response = try await work()
      // What streams has no length, and may be as long as the data. Some say more than the data do. Pictures are kept by
      // those who look at them.
      guard response.status == .ok, response.headers[.cacheControl] != "no-store",
        response.headers[.acceptRanges] == nil, let length = response.body.contentLength, length <= Self.limits.one
      else { return response }
      let body = try await response.body.collected()
      keep(
        Answer(
          headers: response.headers, body: body, place: ChangePlace.digits(in: body, of: store.feed),
          readSet: recorder.readSet, quarter: quarter, version: version), key)
      response.body = ResponseBody(byteBuffer: body)
      return response
    }
  }

  private func known(_ key: AnswerKey, _ version: Int, _ quarter: Int, _ last: Int) -> Answer? {
    guard var known = answers.withLock({ $0[key] }), known.quarter == quarter else { return nil }
    if known.version == version { return known }
    guard store.isUntouched(known.readSet, from: known.version, to: version) else { return nil }
    known.version = version
    if var place = known.place {
      ChangePlace.replace(&place, in: &known.body, by: last)
      known.place = place
      known.headers[.contentLength] = String(known.body.readableBytes)
    }
    keep(known, key)
    return known
  }

  private func keep(_ answer: Answer, _ key: AnswerKey) {
    // What it was read from takes room, too.
    answers.withLock { $0.set(answer, for: key, size: answer.body.readableBytes + 2_000) }
  }
}

extension ResponseBody {
  /// The bytes of a body that is in memory already.
  fileprivate func collected() async throws -> ByteBuffer {
    let collector = Collector()
    try await write(collector)
    return collector.buffer.withLock { $0 }
  }

  private final class Collector: ResponseBodyWriter {
    let buffer = Mutex(ByteBuffer())

    func write(_ part: ByteBuffer) async throws { _ = buffer.withLock { $0.writeImmutableBuffer(part) } }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
