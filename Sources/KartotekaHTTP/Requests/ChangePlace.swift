import KartotekaStore

/// How far a subscriber knows an application's changes, as text: the identity of the change log and the number of a row,
/// `3fa9c07b52e1d864-412`. It is the `id` of an event, and so survives a restart of the server.
package enum ChangePlace {
  /// The place behind the commit of that number.
  package static func text(_ number: Int, in feed: ChangeFeed) -> String { text(row: feed.row(of: number), in: feed) }

  /// The place behind a row of the change log.
  package static func text(row: Int64, in feed: ChangeFeed) -> String { "\(feed.log)-\(row)" }

  /// Where a subscriber at a place goes on; nil for places in other logs, and for texts that are none.
  package static func resumption(_ text: String, in feed: ChangeFeed) -> ChangeFeed.Resumption? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let row = Int64(parts[1]) else { return nil }
    return feed.resumption(after: row, of: String(parts[0]))
  }
}
