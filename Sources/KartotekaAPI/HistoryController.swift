import Foundation
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The history: `GET /api/{app}/changesets`, `/{id}` and `/{id}/changes`, `GET` and `POST …/{id}/undo`,
/// `GET /api/{app}/{entities}/{id}/history`. For administrators, `DELETE` deletes history permanently.
struct HistoryController: Sendable {
  let app: RunningApp
  let resources: [EntityResource]
  let limits: Limits
  let administrator: Administrator?

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    let path = app.route.appendingPath("changesets")
    APIOperation(.get, path, needs: .see, list) {
      document(
        "listChangesets", "Change sets, the newest first",
        parameters: Self.page + [Self.entity(of: app), Self.origin] + Self.whoAndWhen
          + OpenAPIParameters.references(["Search"]),
        schema: "ChangesetPage")
    }
    APIOperation(.delete, path, needs: .administer, purgeBefore) {
      purging("purgeHistoryBefore", "Deletes all history before a time permanently", parameters: [Self.before])
    }.only(administrator)
    APIOperation(.get, path.appendingPath("{id}"), needs: .see, read) {
      document(
        "readChangeset", "A change set, with the first 100 changed records", schema: "ChangesetWithChanges")
    }
    APIOperation(.get, path.appendingPath("{id}/changes"), needs: .see, changes) {
      document(
        "listChangesetChanges", "All changed records, in the order of their changes", parameters: Self.page,
        schema: "ChangePage")
    }
    APIOperation(.get, path.appendingPath("{id}/undo"), needs: .see, plan) {
      document(
        "planUndoOfChangeset", "What its undo would do: what goes back, and what stays and why",
        parameters: UndoParameters.all, schema: "UndoPlan", problems: [409])
    }
    APIOperation(.post, path.appendingPath("{id}/undo"), needs: .change, undo) {
      document(
        "undoChangeset",
        "Undoes it in a new change set, as the plan says; undoing that one is a redo, and a second undo tries the rest again",
        parameters: UndoParameters.all, body: .body(UndoParameters.body, isRequired: false), schema: "Undo",
        accepted: "The undo runs in the background; undoneBy of the undone change set is set when it is complete",
        problems: [409])
    }
    for resource in resources { operations(of: resource) }
  }

  // The history of an entity's records.
  @RowBuilder<APIOperation>
  private func operations(of resource: EntityResource) -> [APIOperation] {
    let (entity, path) = (resource.entity, resource.recordRoute.appendingPath("history"))
    let names = entity.plural.capitalizedFirst
    APIOperation(.get, path, needs: .see) {
      try await history($0, $1, resource)
    } documentation: {
      document(
        "list" + names + "History", "The changes of the record, the newest first", of: entity,
        parameters: Self.page + Self.whoAndWhen, schema: "HistoryPage")
    }
    APIOperation(.delete, path, needs: .administer) { _, context in
      try await purge(.record(entity, resource.id(context)), context)
    } documentation: {
      purging("purge" + names + "RecordHistory", "Deletes the record's history permanently", of: entity)
    }.only(administrator)
    APIOperation(.delete, resource.route.appendingPath("history"), needs: .administer) { _, context in
      try await purge(.entity(entity), context)
    } documentation: {
      purging("purge" + names + "History", "Deletes the history of all records permanently", of: entity)
    }.only(administrator)
  }

  private static var page: [JSONValue] { OpenAPIParameters.references(["Limit", "Cursor"]) }

  /// The parameter with an entity's name.
  static func entity(of app: RunningApp) -> JSONValue {
    OpenAPIParameters.query(
      "entity", "Only those of this entity",
      ["type": "string", "enum": .array(app.description.model.entities.map { .string($0.plural) })])
  }

  private static let origin = OpenAPIParameters.query(
    "origin", "Only those with this origin",
    ["type": "string", "enum": .array(ChangeSet.Origin.allCases.map { .string($0.rawValue) })])

  private static let whoAndWhen = [
    OpenAPIParameters.query(
      "person", "Only those of this person, by identity", ["type": "integer", "format": "int64"]),
    OpenAPIParameters.query("from", "Only those of this day or time, and later: 2026-01-31", ["type": "string"]),
    OpenAPIParameters.query("to", "Only those of this day or time, and earlier: 2026-01-31", ["type": "string"]),
  ]

  private static let before = OpenAPIParameters.query(
    "before", "A day or a time: 2026-01-31", ["type": "string"], isRequired: true)

  private func document(
    _ id: String, _ summary: String, of entity: EntityDescription? = nil, parameters: [JSONValue] = [],
    body: JSONValue? = nil, schema: String, accepted: String? = nil, problems: [Int] = []
  ) -> OpenAPIOperation {
    var answers: JSONObject = ["200": .answer("The response", .schema(schema))]
    if let accepted { answers["202"] = .answer(accepted, .schema("Changeset")) }
    return OpenAPIOperation(
      id, summary, tag: entity?.plural ?? OpenAPIHistory.tag, parameters: parameters,
      id: entity.map(OpenAPIParameters.id) ?? OpenAPIParameters.reference("Id"), body: body, answers: answers,
      problems: problems)
  }

  private func purging(
    _ id: String, _ summary: String, of entity: EntityDescription? = nil, parameters: [JSONValue] = []
  ) -> OpenAPIOperation {
    document(id, summary, of: entity, parameters: parameters, schema: "PurgedHistory")
  }

  private var writer: HistoryJSON { HistoryJSON(app: app) }

  // MARK: Reading

  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    let page = try HistoryPage(query)
    let filter = try filter(query, request)
    let store = app.store(for: context)
    guard let filter else {
      let history = try await store.history(before: page.before, limit: page.limit)
      let changeSets = history.items.map(\.changeSet)
      return try await answer(request, changeSets, total: history.total, next: history.next, in: store)
    }
    let found = try await store.changeSets(filter, before: page.before, limit: page.limit)
    return try await answer(request, found.changeSets, total: nil, next: found.next, in: store)
  }

  private func answer(
    _ request: Request, _ changeSets: [ChangeSet], total: Int?, next: HistoryPosition?, in store: Store
  ) async throws -> Response {
    let undoable = try await store.undoable(changeSets, as: .api)
    return writer.answer(request) { json, say in
      writer.writePage(changeSets, total: total, next: next?.description, to: &json) { changeSet, json in
        writer.write(changeSet, say, canBeUndone: undoable.contains(changeSet.id), to: &json)
      }
    }
  }

  // The filter of a list; nil if there is none. Filtered change sets are not counted.
  private func filter(_ query: Query, _ request: Request) throws(Problem) -> ChangeSetFilter? {
    var filter = ChangeSetFilter()
    if let name = query["entity"] { filter.entity = try writer.entity(name) }
    if let text = query["origin"] {
      guard let origin = ChangeSet.Origin(rawValue: text) else {
        let names = ChangeSet.Origin.allCases.map(\.rawValue).joined(separator: ", ")
        throw .parameter("origin", Phrase("It has to be one of: {names}", ["names": .text(names)]))
      }
      filter.origin = origin
    }
    filter.search = writer.search(query, request)
    try narrow(&filter, by: query)
    return filter.isEmpty ? nil : filter
  }

  // Limits change sets to those of a person and of a time.
  private func narrow(_ filter: inout ChangeSetFilter, by query: Query) throws(Problem) {
    if let text = query["person"] {
      guard let person = Int64(text), person > 0 else {
        throw .parameter("person", "It has to be the number of a person.")
      }
      filter.person = person
    }
    filter.from = try moments("from", query)?.lowerBound
    filter.to = try moments("to", query)?.upperBound
  }

  // A day or a time; days begin at midnight in the time zone of the request, as in filters.
  private func moments(_ name: String, _ query: Query) throws(Problem) -> Range<Date>? {
    guard let text = query[name] else { return nil }
    guard let range = Timestamp.range(text, in: TaskTimeZone.current) else {
      throw .parameter(name, "This has to be a day or a time: 2026-01-31.")
    }
    return range
  }

  private func history(
    _ request: Request, _ context: WebContext, _ resource: EntityResource
  ) async throws -> Response {
    let id = try await resource.id(context)
    let query = try Query(request)
    let page = try HistoryPage(query)
    var filter = ChangeSetFilter()
    try narrow(&filter, by: query)
    let store = resource.store(for: context)
    let history = try await store.history(
      of: resource.entity, id: id, filter, before: page.before, limit: page.limit)
    // A deleted record has a history. A record that never existed has none.
    if history.total == 0 { _ = try await resource.record(id, in: store) }
    let undoable = try await store.undoable(history.items.map(\.changeSet), as: .api)
    return writer.answer(request) { json, say in
      let next = history.next?.description
      writer.writePage(history.items, total: history.total, next: next, to: &json) { item, json in
        writer.write(item.changeSet, say, canBeUndone: undoable.contains(item.changeSet.id), to: &json)
        let own = item.changes.filter { $0.entity == resource.entity.name }
        json.key("changes")
        HistoryFields(resource.entity, own.flatMap(\.fields)).write(to: &json)
        json.key("parts")
        json.beginArray()
        for change in item.changes where change.entity != resource.entity.name { writer.write(change, to: &json) }
        json.endArray()
      }
    }
  }

  @Sendable private func read(_ request: Request, _ context: WebContext) async throws -> Response {
    let changeSet = try await changeSet(context)
    let store = app.store(for: context)
    let (changes, total) = try await store.changes(by: changeSet.id)
    let obstacle = try await store.obstacle(toUndoingAnyOf: changeSet.id, as: .api)
    return writer.answer(request) { json, say in
      json.beginObject()
      writer.write(changeSet, say, canBeUndone: changeSet.canBeUndone && obstacle == nil, to: &json)
      json.key("obstacle")
      if let obstacle { json.string(say(obstacle)) } else { json.null() }
      json.key("changes")
      json.beginArray()
      for change in changes { writer.write(change, to: &json) }
      json.endArray()
      json.key("total")
      json.int(total)
      json.endObject()
    }
  }

  // All changed records, page by page, including each imported one.
  @Sendable private func changes(_ request: Request, _ context: WebContext) async throws -> Response {
    let changeSet = try await changeSet(context)
    let query = try Query(request)
    let place = query["cursor"].flatMap(ChangePage.Place.init)
    if query["cursor"] != nil, place == nil { throw Problem.parameter("cursor", .badCursor) }
    let page = try await app.store(for: context).changes(
      by: changeSet.id, after: place, limit: HistoryPage.limit(query))
    return writer.answer(request) { json, _ in
      writer.writePage(page.changes, total: page.total, next: page.next?.description, to: &json) { change, json in
        writer.writeMembers(of: change, to: &json)
      }
    }
  }

  private func changeSet(_ context: WebContext) async throws -> ChangeSet {
    let text = context.parameters.get("id") ?? ""
    guard let id = Int64(text), let changeSet = try await app.store(for: context).changeSet(id) else {
      throw Problem(.notFound, Phrase("There is no change set {id}.", ["id": .text(text.shortened)]))
    }
    return changeSet
  }

  // MARK: Writing

  @Sendable private func undo(_ request: Request, _ context: WebContext) async throws -> Response {
    let changeSet = try await changeSet(context)
    let store = app.store(for: context)
    let body = try await request.jsonBodyIfAny(upTo: limits.text).object
    let choice = try UndoParameters.choice(Query(request), body)
    if try await store.isLong(changeSet.id) { return try await undoInBackground(changeSet, choice, request, store) }
    let outcome = try await store.undo(changeSet.id, choice, .api)
    guard let id = outcome.changeSet, let undone = try await store.changeSet(id) else {
      throw StoreError.cannotUndo("Nothing is new")
    }
    let canBeUndone = try await !store.undoable([undone], as: .api).isEmpty
    return writer.answer(request) { json, say in
      json.beginObject()
      writer.write(undone, say, canBeUndone: canBeUndone, to: &json)
      writer.writeMembers(of: outcome.value, say, to: &json)
      json.endObject()
    }
  }

  @Sendable private func plan(_ request: Request, _ context: WebContext) async throws -> Response {
    let changeSet = try await changeSet(context)
    let choice = try UndoParameters.choice(Query(request))
    let plan = try await app.store(for: context).undoPlan(
      of: changeSet.id, listing: UndoPlan.mostItems, choice, as: .api)
    return writer.answer(request) { json, say in
      json.beginObject()
      json.key("obstacle")
      let obstacle = choice == .wholly || plan.goingBack == 0 ? plan.obstacle : nil
      if let obstacle { json.string(say(obstacle)) } else { json.null() }
      writer.writeMembers(of: plan, say, to: &json)
      json.endObject()
    }
  }

  // Responds with the change set of the undo. Its `undoes` is set when the undo is complete.
  private func undoInBackground(
    _ changeSet: ChangeSet, _ choice: UndoChoice, _ request: Request, _ store: Store
  ) async throws -> Response {
    let undo = try await store.beginUndo(changeSet.id, choosing: choice, .api)
    app.undoRequests.send()
    guard let undoing = try await store.changeSet(undo.undoing) else {
      throw StoreError.noSuchChangeSet(undo.undoing)
    }
    // It is under way.
    var response = writer.answer(request, undoing, canBeUndone: false)
    response.status = .accepted
    return response
  }

  @Sendable private func purgeBefore(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    // A day begins at midnight in the time zone of the request, as in filters.
    guard let text = query["before"], let moment = Timestamp.date(text, in: TaskTimeZone.current) else {
      throw Problem.parameter("before", "This has to be a day or a time: 2026-01-31.")
    }
    return try await purge(.before(moment), context)
  }

  private func purge(_ scope: HistoryScope, _ context: WebContext) async throws -> Response {
    let purged = try await app.store(for: context).purgeHistory(scope)
    var json = JSONWriter()
    json.value([
      "changesets": .number(String(purged.changeSets)), "rejectedRows": .number(String(purged.rejectedRows)),
      "files": .number(String(purged.files)),
    ])
    return .json(json)
  }
}

/// The requested page of a history.
struct HistoryPage {
  let before: HistoryPosition?
  let limit: Int

  init(_ query: Query) throws(Problem) {
    before = query["cursor"].flatMap(HistoryPosition.init)
    if query["cursor"] != nil, before == nil { throw .parameter("cursor", .badCursor) }
    limit = try Self.limit(query)
  }

  static func limit(_ query: Query) throws(Problem) -> Int {
    let most = AnyFetchRequest.limits.most
    let limit = query["limit"].map { Int($0) ?? 0 } ?? AnyFetchRequest.limits.usual
    guard (1...most).contains(limit) else {
      throw .parameter("limit", Phrase("It has to be a whole number from 1 to {most}.", ["most": .text(String(most))]))
    }
    return limit
  }
}
