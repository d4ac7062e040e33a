import Hummingbird
import KartotekaHTTP
import KartotekaStore
import NIOCore

/// The changes of an application, sent to one subscriber over a connection.
///
/// It remembers nothing but how far it got: what a slow subscriber has not received stays in the feed, and one that is too
/// slow for that is told to reload everything.
final class ChangeStream: @unchecked Sendable {
  /// The most bytes collected before they are sent.
  private static let batch = 32_768

  private let store: Store
  private let retirement: Retirement
  private let feed: ChangeFeed
  private let events: ChangeEvents
  private let channel: any Channel
  private let limits: Limits
  // Only `run` uses these, one step after the other.
  private var writer: any ResponseBodyWriter
  private var known: Int?
  private let place: String
  /// The row of the change log behind which the stream begins, where the feed no longer reaches back to it.
  private let row: Int64?

  /// A stream from that place on; from now on for nil.
  init(
    _ app: RunningApp, after place: String?, to writer: any ResponseBodyWriter, _ channel: any Channel, _ limits: Limits
  ) {
    store = app.store
    retirement = app.retirement
    feed = store.feed
    events = ChangeEvents(app)
    let end = ChangePlace.text(feed.last, in: feed)
    switch ChangePlace.resumption(place ?? end, in: feed) {
    case .commit(let number): (known, row) = (number, nil)
    case .row(let number): (known, row) = (nil, number)
    case nil: (known, row) = (nil, nil)
    }
    // A subscriber that is cut off at once comes back to where it was.
    self.place = known == nil && row == nil ? end : place ?? end
    self.writer = writer
    self.channel = channel
    self.limits = limits
  }

  /// Sends what is committed until the task is cancelled.
  /// - Throws: when the other end is gone.
  func run() async throws {
    try await send(events.opening(at: place))
    if let row, let missed = try await store.changes(after: row) {
      try await send([missed])
      known = missed.number
    }
    while !Task.isCancelled {
      let last = feed.last
      // The page asks for everything anew, and then follows what has taken this application's place.
      if retirement.isOver { return try await send(events.reset(at: last)) }
      guard let place = known, let commits = feed.commits(after: place) else {
        try await send(events.reset(at: last))
        known = last
        continue
      }
      try await send(commits)
      known = commits.last?.number ?? place
      if !(await hasMore()), !Task.isCancelled { try await send(ChangeEvents.heartbeat) }
    }
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

  // A write waits for as long as the other end doesn't read. There is an end to that.
  private func send(_ bytes: ByteBuffer) async throws {
    let hangUp = channel.eventLoop.scheduleTask(in: TimeAmount(limits.send)) { [channel] in
      channel.close(promise: nil)
    }
    defer { hangUp.cancel() }
    try await writer.write(bytes)
  }

  /// Waits for the next commit, but no longer than until a sign of life is due.
  private func hasMore() async -> Bool {
    let place = known ?? 0
    await feed.wait(after: place, atMost: limits.heartbeat)
    return feed.last > place
  }
}
