import Foundation
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// What was done: `GET /api/{app}/changesets` and `/{id}`, `POST …/{id}/undo`, `GET /api/{app}/{entities}/{id}/history`;
/// for administrators `DELETE` of histories, for good.
struct HistoryController: Sendable {
  let app: RunningApp
  let resources: [EntityResource]
  let administrator: Administrator?

  func addRoutes(to router: some RouterMethods<WebContext>) {
    let path = "/api/\(app.name)/changesets"
    router.get(RouterPath(path), use: list)
    router.delete(RouterPath(path), use: purgeBefore)
    router.get(RouterPath(path + "/{id}"), use: read)
    router.post(RouterPath(path + "/{id}/undo"), use: undo)
    for resource in resources {
      let history = RouterPath(resource.path + "/{id}/history")
      router.get(history) { request, context in try await self.history(request, context, resource) }
      router.delete(history) { request, context in
        try Query(request).allow([])
        return try await purge(.record(resource.entity, resource.id(context)), request)
      }
      router.delete(RouterPath(resource.path + "/history")) { request, _ in
        try Query(request).allow([])
        return try await purge(.entity(resource.entity), request)
      }
    }
  }

  // MARK: Reading

  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    let page = try HistoryPage(Query(request))
    let history = try await app.store.history(before: page.before, limit: page.limit)
    return answer(request) { json, say in
      write(history, to: &json) { item, json in
        json.beginObject()
        write(item.changeSet, say, to: &json)
        json.endObject()
      }
    }
  }

  private func history(
    _ request: Request, _ context: WebContext, _ resource: EntityResource
  ) async throws -> Response {
    let id = try resource.id(context)
    let page = try HistoryPage(Query(request))
    let history = try await app.store.history(
      of: resource.entity, id: id, before: page.before, limit: page.limit)
    // The history of a deleted record is there; of one that never was there is none.
    if history.total == 0 { _ = try await resource.record(id) }
    return answer(request) { json, say in
      write(history, to: &json) { item, json in
        json.beginObject()
        write(item.changeSet, say, to: &json)
        json.key("changes")
        HistoryFields(resource.entity, item.changes.flatMap(\.fields)).write(to: &json)
        json.endObject()
      }
    }
  }

  @Sendable private func read(_ request: Request, _ context: WebContext) async throws -> Response {
    try Query(request).allow([])
    let changeSet = try await changeSet(context)
    let (changes, total) = try await app.store.changes(by: changeSet.id)
    return answer(request) { json, say in
      json.beginObject()
      write(changeSet, say, to: &json)
      json.key("changes")
      json.beginArray()
      for change in changes { write(change, to: &json) }
      json.endArray()
      json.key("total")
      json.int(total)
      json.endObject()
    }
  }

  private func changeSet(_ context: WebContext) async throws -> ChangeSet {
    let text = context.parameters.get("id") ?? ""
    guard let id = Int64(text), let changeSet = try await app.store.changeSet(id) else {
      throw Problem(.notFound, Phrase("There is no change set {id}.", ["id": .text(text.shortened)]))
    }
    return changeSet
  }

  // MARK: Writing

  @Sendable private func undo(_ request: Request, _ context: WebContext) async throws -> Response {
    try Query(request).allow([])
    let changeSet = try await changeSet(context)
    if try await app.store.isLong(changeSet.id) { return try await undoInBackground(changeSet, request) }
    let outcome = try await app.store.undo(changeSet.id, .api)
    guard let id = outcome.changeSet, let undone = try await app.store.changeSet(id) else {
      throw StoreError.cannotUndo("Nothing is new")
    }
    return answer(request) { json, say in
      json.beginObject()
      write(undone, say, to: &json)
      json.endObject()
    }
  }

  // Its answer is the change set that undoes the other one, which refers to that when all is undone.
  private func undoInBackground(_ changeSet: ChangeSet, _ request: Request) async throws -> Response {
    let undo = try await app.store.beginUndo(changeSet.id, .api)
    app.undoRequests.send()
    guard let undoing = try await app.store.changeSet(undo.undoing) else {
      throw StoreError.noSuchChangeSet(undo.undoing)
    }
    var response = answer(request) { json, say in
      json.beginObject()
      write(undoing, say, to: &json)
      json.endObject()
    }
    response.status = .accepted
    return response
  }

  @Sendable private func purgeBefore(_ request: Request, _ context: WebContext) async throws -> Response {
    try admit(request)
    let query = try Query(request)
    try query.allow(["before"])
    guard let text = query["before"], let moment = Timestamp.date(text) ?? Timestamp.date(text + "T00:00:00Z") else {
      throw Problem.parameter("before", "It has to be a day or a moment: 2026-01-31.")
    }
    return try await purge(.before(moment), request)
  }

  private func purge(_ scope: HistoryScope, _ request: Request) async throws -> Response {
    try admit(request)
    let purged = try await app.store.purgeHistory(scope)
    var json = JSONWriter()
    json.value([
      "changesets": .number(String(purged.changeSets)), "rejectedRows": .number(String(purged.rejectedRows)),
      "files": .number(String(purged.files)),
    ])
    return .json(json)
  }

  private func admit(_ request: Request) throws(Problem) {
    guard let administrator else { throw Problem.unauthorized(isWrong: false) }
    try administrator.admit(request.headers)
  }

  // MARK: JSON

  private func answer(_ request: Request, _ body: (inout JSONWriter, Localizer) -> Void) -> Response {
    var json = JSONWriter(capacity: 4_096)
    let say = app.localizer(acceptLanguage: request.headers[.acceptLanguage])
    body(&json, say)
    var response = Response.list(json)
    response.headers[.contentLanguage] = say.language.code
    // What is pruned or deleted for good is no change of any record, and must not be answered again.
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private func write(
    _ history: History, to json: inout JSONWriter, _ item: (History.Item, inout JSONWriter) -> Void
  ) {
    json.beginObject()
    json.key("items")
    json.beginArray()
    for entry in history.items { item(entry, &json) }
    json.endArray()
    json.key("total")
    json.int(history.total)
    json.key("next")
    if let next = history.next { json.string(String(next)) } else { json.null() }
    json.endObject()
  }

  // The members of a change set, within an object.
  private func write(_ changeSet: ChangeSet, _ say: Localizer, to json: inout JSONWriter) {
    func member(_ name: String, _ number: Int64?) {
      json.key(name)
      if let number { json.int(number) } else { json.null() }
    }
    member("id", changeSet.id)
    json.key("name")
    json.string(say(changeSet.name))
    json.key("at")
    json.string(Timestamp.text(changeSet.at))
    json.key("origin")
    json.string(changeSet.origin.rawValue)
    json.key("person")
    if let person = changeSet.person { json.string(person) } else { json.null() }
    member("undoes", changeSet.undoes)
    member("undoneBy", changeSet.undoneBy)
    json.key("canBeUndone")
    json.bool(changeSet.canBeUndone)
    json.key("reason")
    if let removal = changeSet.removal { json.string(say(removal.phrase)) } else { json.null() }
  }

  private func write(_ change: RecordChange, to json: inout JSONWriter) {
    guard let entity = app.description.model.entity(named: change.entity) else { return }
    json.beginObject()
    json.key("entity")
    json.string(entity.plural)
    json.key("id")
    json.int(change.id)
    if let last = change.last {
      json.key("lastID")
      json.int(last)
    }
    json.key("operation")
    json.string(change.operation.rawValue)
    json.key("changes")
    HistoryFields(entity, change.fields).write(to: &json)
    json.endObject()
  }
}

/// Which part of a history a request asks for.
private struct HistoryPage {
  let before: Int64?
  let limit: Int

  init(_ query: Query) throws(Problem) {
    try query.allow(["limit", "cursor"])
    before = query["cursor"].flatMap { Int64($0) }
    if query["cursor"] != nil, before == nil { throw .parameter("cursor", .badCursor) }
    let most = AnyFetchRequest.limits.most
    let limit = query["limit"].map { Int($0) ?? 0 } ?? AnyFetchRequest.limits.usual
    guard (1...most).contains(limit) else {
      throw .parameter("limit", Phrase("It has to be a whole number from 1 to {most}.", ["most": .text(String(most))]))
    }
    self.limit = limit
  }
}

/// What became of a record's fields: for each what it was and what it is, for links the ids that were removed and added.
private struct HistoryFields {
  let entity: EntityDescription
  private var values: [(name: String, before: Value, after: Value)] = []
  private var links: [(name: String, removed: [Value], added: [Value])] = []

  init(_ entity: EntityDescription, _ fields: [RecordChange.Field]) {
    self.entity = entity
    for field in fields {
      if field.isLink {
        add(field)
      } else if let index = values.firstIndex(where: { $0.name == field.name }) {
        values[index].after = field.after
      } else {
        values.append((field.name, field.before, field.after))
      }
    }
  }

  private mutating func add(_ link: RecordChange.Field) {
    let index = links.firstIndex { $0.name == link.name } ?? links.endIndex
    if index == links.endIndex { links.append((link.name, [], [])) }
    if !link.before.isNull { links[index].removed.append(link.before) }
    if !link.after.isNull { links[index].added.append(link.after) }
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    for (name, before, after) in values {
      json.key(name)
      json.beginArray()
      for value in [before, after] { write(value, of: name, to: &json) }
      json.endArray()
    }
    for (name, removed, added) in links {
      json.key(name)
      json.beginArray()
      for list in [removed, added] {
        json.beginArray()
        for id in list { write(id, of: name, to: &json) }
        json.endArray()
      }
      json.endArray()
    }
    json.endObject()
  }

  private func write(_ value: Value, of name: String, to json: inout JSONWriter) {
    switch value {
    case .null: json.null()
    case .blob(let blob):
      json.beginObject()
      json.key("bytes")
      json.int(blob.count)
      json.endObject()
    case .integer(let id) where entity.attribute(name) == nil: json.int(id)
    default:
      guard let attribute = entity.attribute(name) else { return json.null() }
      attribute.behavior.write(value, to: &json, for: attribute)
    }
  }
}
