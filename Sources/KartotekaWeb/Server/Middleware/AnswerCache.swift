import Foundation
import Hummingbird
import KartotekaStore
import Synchronization

/// Keeps the answers to what is read, for as long as nothing is committed to the application's store: whoever
/// commits, this process or another program, the store's version tells before an answer is given again. Answers that
/// depend on the day ("late") are not taken into the next one.
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
    let headers: HTTPFields
    let body: ByteBuffer
  }

  private struct State {
    var version = -1
    var quarter = 0
    var bytes = 0
    var answers: [AnswerKey: Answer] = [:]
  }

  /// The most bytes kept in all and of one answer; when they are full, keeping begins anew.
  private let limits = (all: 16_000_000, one: 500_000)
  private let store: Store
  private let state = Mutex(State())

  init(_ store: Store) { self.store = store }

  // A day begins with a quarter of an hour everywhere, which can be told without asking a calendar for each request.
  private static var quarter: Int { Int(Date.now.timeIntervalSince1970) / 900 }

  func answer(to key: AnswerKey, _ work: () async throws -> Response) async throws -> Response {
    let version = try await store.version()
    let quarter = Self.quarter
    if let known = state.withLock({ $0.version == version && $0.quarter == quarter ? $0.answers[key] : nil }) {
      return Response(status: .ok, headers: known.headers, body: ResponseBody(byteBuffer: known.body))
    }
    var response = try await work()
    // What streams has no length, and may be as long as the data. Some say more than the data do. Pictures are kept by
    // those who look at them.
    guard response.status == .ok, response.headers[.cacheControl] != "no-store", response.headers[.acceptRanges] == nil,
      let length = response.body.contentLength, length <= limits.one
    else { return response }
    let headers = response.headers
    let body = try await response.body.collected()
    response.body = ResponseBody(byteBuffer: body)
    keep(Answer(headers: headers, body: body), key, version, quarter)
    return response
  }

  private func keep(_ answer: Answer, _ key: AnswerKey, _ version: Int, _ quarter: Int) {
    state.withLock { state in
      // An answer of an older version must not stand for a newer one's.
      guard version >= state.version, quarter >= state.quarter else { return }
      if version > state.version || quarter > state.quarter || state.bytes > limits.all {
        state = State(version: version, quarter: quarter)
      }
      state.bytes += answer.body.readableBytes + 1_000
      state.answers[key] = answer
    }
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
