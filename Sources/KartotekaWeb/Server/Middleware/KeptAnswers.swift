import Foundation
import Hummingbird
import KartotekaStore
import Synchronization

/// When somebody asks.
private struct Moment {
  /// The number of the last change.
  let change: Int
  let version: Int
  // A day begins with a quarter of an hour everywhere, which can be told without asking a calendar for each request.
  let quarter = Int(Date.now.timeIntervalSince1970) / 900

  init(_ store: Store) async throws {
    // Before the version: what is committed in between is told of by the feed once more, and not missed.
    change = store.feed.last
    version = try await store.version()
  }
}

/// The answers of one application.
final class KeptAnswers: Sendable {
  private struct Answer {
    var headers: HTTPFields
    var body: AnswerBody
    var readSet: ReadSet
    let quarter: Int
    /// The store's version at which it was last known to be right.
    var version: Int

    func isRight(for moment: Moment) -> Bool { version >= moment.version && quarter == moment.quarter }

    var response: Response { Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body.bytes)) }
  }

  /// The most bytes kept in all and of one answer.
  private static let limits = (all: 16_000_000, one: 500_000)
  private let store: Store
  private let answers = Mutex(AgingCache<AnswerKey, Answer>(limit: limits.all))
  private let making = SharedWork<AnswerKey, Answer>()

  init(_ store: Store) { self.store = store }

  /// How many requests wait for an answer that is made for another one.
  var waiters: Int { making.waiters }

  func answer(to key: AnswerKey, _ work: () async throws -> Response) async throws -> Response {
    let asked = try await Moment(store)
    var now = asked
    while true {
      if let known = known(key, now) { return known.response }
      switch await making.join(key) {
      case .toDo:
        var made: Answer?
        defer { making.end(key, with: made) }
        // Another one may have ended it since this one looked.
        made = known(key, now)
        if let made { return made.response }
        return try await make(&made, now, key, work)
      case .done(let made?):
        // It may have been begun before what this request has to see.
        if made.isRight(for: asked) { return made.response }
        now = try await Moment(store)
      case .done(nil):
        return try await work()
      }
    }
  }

  /// Makes an answer, and keeps it where it can be.
  private func make(
    _ made: inout Answer?, _ now: Moment, _ key: AnswerKey, _ work: () async throws -> Response
  ) async throws -> Response {
    let (recorder, counts) = (ReadSetRecorder(), CountPlaces())
    var response = try await ReadSetRecorder.$current.withValue(recorder) {
      try await CountPlaces.$current.withValue(counts) { try await work() }
    }
    // What streams has no length, and may be as long as the data. Some say more than the data do. Pictures are kept by
    // those who look at them.
    guard response.status == .ok, response.headers[.cacheControl] != "no-store",
      response.headers[.acceptRanges] == nil, let length = response.body.contentLength, length <= Self.limits.one
    else { return response }
    let body = try await response.body.collected()
    let answer = Answer(
      headers: response.headers, body: AnswerBody(body, counts: counts.all, of: store.feed),
      readSet: recorder.readSet, quarter: now.quarter, version: now.version)
    keep(answer, key)
    made = answer
    response.body = ResponseBody(byteBuffer: body)
    return response
  }

  private func known(_ key: AnswerKey, _ now: Moment) -> Answer? {
    guard var known = answers.withLock({ $0[key] }), known.quarter == now.quarter else { return nil }
    if known.isRight(for: now) { return known }
    guard let readSet = store.followed(known.readSet, from: known.version, to: now.version),
      known.body.rewrite(change: now.change, counts: readSet.counts(otherThanIn: known.readSet))
    else { return nil }
    known.version = now.version
    known.readSet = readSet
    known.headers[.contentLength] = String(known.body.bytes.readableBytes)
    keep(known, key)
    return known
  }

  private func keep(_ answer: Answer, _ key: AnswerKey) {
    // What it was read from takes room, too.
    answers.withLock { $0.set(answer, for: key, size: answer.body.bytes.readableBytes + 2_000) }
  }
}

extension ResponseBody {
  /// The bytes of a body that is in memory already.
  func collected() async throws -> ByteBuffer {
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
