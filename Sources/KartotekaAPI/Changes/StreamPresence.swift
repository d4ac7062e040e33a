import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The part of a page's change stream that tells of presence: which record the page shows, and who else has which record open.
struct StreamPresence: Sendable {
  let app: RunningApp
  let store: Store
  /// The person whose page it is.
  let viewer: Presence.Viewer
  /// The record that the page shows; nil for none.
  let place: Presence.Place?
  /// The plurals of the entities that the page shows; nil for all.
  let entities: Set<String>?

  /// The presence of a request by a page of somebody who is signed in; nil for programs, and on a server without people.
  init?(_ query: Query, _ app: RunningApp, of entities: Set<String>?, _ context: WebContext) async throws {
    guard let text = query[APIAddress.open], let signed = context.asker.signed, signed.isSession else { return nil }
    (self.app, self.entities) = (app, entities)
    store = app.store(for: context)
    viewer = Presence.Viewer(number: signed.person.id.number, name: signed.person.name)
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let entity = app.description.model.entity(plural: parts[0]), !entity.isDerived,
      let id = try await store.id(of: entity, atPage: parts[1]), try await store.record(entity, id: id) != nil
    else {
      place = nil
      return
    }
    place = Presence.Place(entity: entity.name, id: id, path: text)
  }

  /// Notes that the page follows and shows its record. It ends with ``end()``.
  func begin() {
    app.presence.follow { [feed = app.feed] in feed.wake() }
    note(isOpen: true)
  }

  /// Notes that the page follows no longer.
  func end() {
    note(isOpen: false)
    app.presence.unfollow()
  }

  private func note(isOpen: Bool) {
    guard let place, app.presence.note(viewer, at: place, isOpen: isOpen) else { return }
    app.presence.announce { [feed = app.feed] in feed.wake() }
  }

  /// The event that says who else has which record open, of those that the person may see.
  func event() async throws -> (version: Int, bytes: ByteBuffer) {
    let (version, open) = app.presence.others(than: viewer.number)
    let seen = try await visible(open.map(\.place))
    var json = JSONWriter()
    json.beginArray()
    for (place, viewers) in open where seen.contains(place) {
      json.beginObject()
      json.key("record")
      json.string(place.path)
      json.key("people")
      json.beginArray()
      for viewer in viewers { json.string(viewer.name) }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    var bytes = ByteBuffer(string: "event: presence\ndata: ")
    bytes.writeBytes(json.bytes)
    bytes.writeString("\n\n")
    return (version, bytes)
  }

  // The places whose records the page's entities have and the person's access reads, with one request for each entity.
  private func visible(_ places: [Presence.Place]) async throws -> Set<Presence.Place> {
    var seen: Set<Presence.Place> = []
    for (name, all) in Dictionary(grouping: places, by: \.entity) {
      guard let entity = app.description.model.entity(named: name), entities?.contains(entity.plural) ?? true else {
        continue
      }
      let some = all.prefix(AnyFetchRequest.limits.most)
      var request = AnyFetchRequest(name)
      request.predicate = .compare("id", .in, some.map { .integer($0.id) })
      (request.limit, request.wantsTotal, request.readsBlobs) = (some.count, false, false)
      let ids = Set(try await store.fetch(request).records.compactMap(\.id))
      seen.formUnion(some.filter { ids.contains($0.id) })
    }
    return seen
  }
}
