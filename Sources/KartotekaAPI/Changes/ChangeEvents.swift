import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// Commits as the events of a stream.
struct ChangeEvents: Sendable {
  /// The most ids that are listed of one entity; of more it says that any record may have changed.
  static let limit = 1_000

  /// What settings are called, as an entity would be.
  static let settings = "settings"

  private let feed: ChangeFeed
  private let entities: [(name: String, plural: String)]

  init(_ app: RunningApp) {
    feed = app.store.feed
    entities = app.description.model.entities.map { ($0.name, $0.plural) }
  }

  /// What a stream begins with: how long to wait before coming back, and the place it begins at.
  func opening(at place: String) -> ByteBuffer { ByteBuffer(string: "retry: 1000\nid: \(place)\n: open\n\n") }

  /// A sign of life, which is no event.
  static let heartbeat = ByteBuffer(string: ":\n\n")

  /// That everything has to be looked at anew, since not all that happened is known any more.
  func reset(at number: Int) -> ByteBuffer { ByteBuffer(string: "id: \(place(number))\nevent: reset\ndata: {}\n\n") }

  /// Writes a commit: an event for each entity. The last one moves the place, so that one who is cut off between
  /// them is told all of them again.
  func write(_ commit: ChangeFeed.Commit, to buffer: inout ByteBuffer) {
    var touched = entities.compactMap { name, plural in commit.changes.byEntity[name].map { (plural, $0) } }
    if commit.changes.settings { touched.append((Self.settings, .any)) }
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
