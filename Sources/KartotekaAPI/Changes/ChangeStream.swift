import Hummingbird
import KartotekaHTTP
import KartotekaStore
import NIOCore

/// The stream of an application's changes to one subscriber.
///
/// It stores only its position in the feed. A subscriber that is too slow for the feed receives a reset event.
final class ChangeStream: @unchecked Sendable {
  /// The number of buffered bytes that triggers a write.
  private static let batch = 32_768

  private let store: Store
  private let retirement: Retirement
  private let feed: ChangeFeed
  private let events: ChangeEvents
  private let channel: any Channel
  private let limits: Limits
  /// The presence that the stream tells of; nil for a subscriber that does not ask.
  private let presence: StreamPresence?
  // Only `run` uses these, in sequence.
  private var writer: any ResponseBodyWriter
  private var known: Int?
  private let place: String
  private var lastWrite = ContinuousClock.now
  /// The version of the presence that the subscriber knows.
  private var seen: Int?
  /// The last event that says so.
  private var told: ByteBuffer?
  /// The sequence number after which the stream begins if the feed no longer contains it.
  private let row: Int64?

  /// A stream that begins after a position; nil for the current position.
  /// - Parameter entities: the plurals of the entities whose changes it has; nil for all.
  init(
    _ app: RunningApp, of entities: Set<String>?, after place: String?, _ presence: StreamPresence?,
    to writer: any ResponseBodyWriter, _ context: WebContext, _ limits: Limits
  ) {
    self.presence = presence
    store = app.store(for: context)
    retirement = app.retirement
    feed = store.feed
    events = ChangeEvents(app, of: entities)
    let end = ChangePlace.text(feed.last, in: feed)
    switch ChangePlace.resumption(place ?? end, in: feed) {
    case .commit(let number): (known, row) = (number, nil)
    case .row(let number): (known, row) = (nil, number)
    case nil: (known, row) = (nil, nil)
    }
    // A subscriber that disconnects at once resumes at its old position.
    self.place = known == nil && row == nil ? end : place ?? end
    self.writer = writer
    channel = context.channel
    self.limits = limits
  }

  /// Sends commits until the task is cancelled.
  /// - Throws: an error if the connection is closed.
  func run() async throws {
    presence?.begin()
    defer { presence?.end() }
    try await send(events.opening(at: place))
    if let row, let missed = try await store.changes(after: row) {
      try await send([missed])
      known = missed.number
    }
    while !Task.isCancelled {
      let last = feed.last
      // The page reloads and then follows the new revision of the application.
      if retirement.isOver { return try await send(events.reset(at: last)) }
      guard let place = known, let commits = feed.commits(after: place) else {
        try await send(events.reset(at: last))
        known = last
        continue
      }
      try await send(commits)
      let end = commits.last?.number ?? place
      known = end
      if try await sendPresence() { continue }
      if !(await hasMore()), !Task.isCancelled { try await send(events.heartbeat(at: end)) }
    }
  }

  // Whether there was something new. Others may have opened what the subscriber does not see.
  private func sendPresence() async throws -> Bool {
    guard let presence, presence.app.presence.version != seen else { return false }
    let (version, bytes) = try await presence.event()
    seen = version
    if bytes != told { try await send(bytes) }
    told = bytes
    return true
  }

  private func send(_ commits: [ChangeFeed.Commit]) async throws {
    var buffer = ByteBuffer()
    for commit in commits {
      events.write(commit, to: &buffer)
      if buffer.readableBytes > Self.batch {
        try await send(buffer)
        buffer.clear()
      }
    }
    if buffer.readableBytes > 0 { try await send(buffer) }
  }

  // A write blocks while the client does not read. The connection is closed after the limit.
  private func send(_ bytes: ByteBuffer) async throws {
    let hangUp = channel.eventLoop.scheduleTask(in: TimeAmount(limits.send)) { [channel] in
      channel.close(promise: nil)
    }
    defer { hangUp.cancel() }
    try await writer.write(bytes)
    lastWrite = .now
  }

  /// Waits for the next commit, at most until the next heartbeat. Commits of other entities do not delay it.
  private func hasMore() async -> Bool {
    let place = known ?? 0
    let isNews = { @Sendable [presence, seen] in presence.map { $0.app.presence.version != seen } ?? false }
    while !Task.isCancelled {
      let rest = limits.heartbeat - (ContinuousClock.now - lastWrite)
      guard rest > .zero else { return false }
      await feed.wait(after: place, atMost: rest, unless: isNews)
      if feed.last > place || isNews() { return true }
    }
    return false
  }
}
