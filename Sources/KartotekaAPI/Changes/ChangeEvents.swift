import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// Formats commits as events of a stream.
struct ChangeEvents: Sendable {
  /// The maximum number of listed ids of an entity. With more, the event states that any record may have changed.
  static let limit = 1_000

  /// The entity name of settings in events.
  static let settings = "settings"

  private let feed: ChangeFeed
  private let entities: [(name: String, plural: String)]
  private let hasSettings: Bool

  /// The events of the given entities, by plural; nil for all.
  init(_ app: RunningApp, of chosen: Set<String>?) {
    feed = app.feed
    entities = app.description.model.entities.map { ($0.name, $0.plural) }
      .filter { chosen?.contains($0.1) ?? true }
    hasSettings = chosen?.contains(Self.settings) ?? true
  }

  /// The beginning of a stream: the delay before a reconnect, and the start position.
  func opening(at place: String) -> ByteBuffer { ByteBuffer(string: "retry: 1000\nid: \(place)\n: open\n\n") }

  /// Keeps the connection alive and states the position, which has advanced if commits touched other entities. Clients
  /// receive no event of a message without data (WHATWG HTML, section 9.2.6).
  func heartbeat(at number: Int) -> ByteBuffer { ByteBuffer(string: "id: \(place(number))\n\n") }

  /// The event after which a client must reload everything, because commits are no longer in the feed.
  func reset(at number: Int) -> ByteBuffer { ByteBuffer(string: "id: \(place(number))\nevent: reset\ndata: {}\n\n") }

  /// Writes a commit: an event for each chosen entity that it touched. Only the last event has the new position, so that a client that disconnects
  /// between them receives all of them again.
  func write(_ commit: ChangeFeed.Commit, to buffer: inout ByteBuffer) {
    var touched = entities.compactMap { name, plural in commit.changes.byEntity[name].map { (plural, $0) } }
    if commit.changes.settings, hasSettings { touched.append((Self.settings, .any)) }
    for (index, (plural, changes)) in touched.enumerated() {
      if index == touched.count - 1 { buffer.writeString("id: \(ChangePlace.text(row: commit.position, in: feed))\n") }
      buffer.writeString("data: ")
      buffer.writeBytes(Self.json(plural, changes))
      buffer.writeString("\n\n")
    }
  }

  private func place(_ number: Int) -> String { ChangePlace.text(number, in: feed) }

  private static func json(_ plural: String, _ changes: Changes.OfEntity) -> [UInt8] {
    let isAll =
      changes.isAny || changes.isRange
      || changes.inserted.count + changes.updated.count + changes.deleted.count > limit
    var json = JSONWriter()
    json.beginObject()
    json.key("entity")
    json.string(plural)
    for (name, ids) in [
      ("inserted", changes.inserted), ("updated", changes.updated), ("deleted", changes.deleted),
    ] {
      json.key(name)
      json.beginArray()
      if !isAll { for id in ids { json.int(id) } }
      json.endArray()
    }
    if isAll {
      json.key("all")
      json.bool(true)
    }
    json.endObject()
    return json.bytes
  }
}
