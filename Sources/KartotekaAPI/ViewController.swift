import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The saved views of lists: `GET` and `POST /api/{app}/views`, `GET`, `PUT` and `DELETE /api/{app}/views/{id}`.
///
/// A view has the parameters of its list's address: `{"entity":"orders","name":"Late","where":"state:eq:late","sort":"-total"}`.
struct ViewController: Sendable {
  let app: RunningApp
  let limits: Limits

  /// The parameters that the views of all lists may have.
  static let parameters = ["search", "only"] + ListShape.names

  /// The parameters that a view of an entity's records may have: a table has filters of its own.
  private func parameters(of entity: EntityDescription?) -> [String] {
    let table = entity.flatMap { app.description.table(of: $0)?.table }
    return Self.parameters + (table?.filters.map(\.name) ?? []).filter { !Self.parameters.contains($0) }
  }

  private var route: RouterPath { app.route.appendingPath("views") }
  private var model: ModelDescription { app.description.model }

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    APIOperation(.get, route, needs: .see, list) {
      let list: JSONValue = [
        "type": "object", "required": ["items", "total"],
        "properties": [
          "items": ["type": "array", "items": .schema(Self.schemaName)], "total": ["type": "integer"],
        ],
      ]
      return document(
        "listViews", "The saved views", parameters: [OpenAPIParameters.query("entity", nil, ["type": "string"])],
        answers: ["200": .answer("The views", list)])
    }
    APIOperation(.post, route, needs: .keep, create) {
      document("createView", "Saves a view", body: Self.view, answers: ["201": Self.answer])
    }
    APIOperation(.get, route.appendingPath("{id}"), needs: .see, read) {
      document("getView", "A saved view", answers: ["200": Self.answer])
    }
    APIOperation(.put, route.appendingPath("{id}"), needs: .keep, replace) {
      document("replaceView", "Replaces a view", body: Self.view, answers: ["200": Self.answer])
    }
    APIOperation(.delete, route.appendingPath("{id}"), needs: .keep, delete) {
      document("deleteView", "Deletes a view", answers: ["204": .answer("It is deleted")])
    }
  }

  private func document(
    _ id: String, _ summary: String, parameters: [JSONValue] = [], body: JSONValue? = nil, answers: JSONObject
  ) -> OpenAPIOperation {
    OpenAPIOperation(id, summary, tag: Self.tag, parameters: parameters, body: body, answers: answers)
  }

  /// The part of the OpenAPI document.
  static let tag = "views"
  /// The name of the schema of a view.
  static let schemaName = "View"
  private static let view = JSONValue.body(.schema(schemaName))
  private static let answer = JSONValue.answer("The view", .schema(schemaName))

  /// The schema of a view.
  static func schema(of model: ModelDescription) -> JSONValue {
    var properties: JSONObject = [
      "id": ["type": "integer", "format": "int64", "readOnly": true],
      "entity": ["enum": .array(model.entities.map { .string($0.plural) })],
      "name": ["type": "string", "minLength": 1], "pinned": ["type": "boolean", "description": "Whether it is a tab"],
      "private": ["type": "boolean", "description": "Whether only the person who has saved it sees it"],
    ]
    for name in parameters {
      properties[name] = ["type": "string", "description": .string(descriptions[name] ?? "")]
    }
    return ["type": "object", "required": ["entity", "name"], "properties": .object(properties)]
  }

  private static let descriptions = [
    "search": "The text that is searched for", "only": "The subset of the list",
    "where": "The conditions, as in the parameter of lists", "sort": "The sort order, as in the parameter of lists",
    "columns": "The fields of a table, with commas between",
    "group": "The field by whose values records are grouped, or its unit of days: month:FIELD",
    "figures": "The figures below the list, with commas between: sum:FIELD",
    "layout": "The layout: cards, table, board:FIELD, gallery:FIELD, calendar:FIELD, map:FIELD, "
      + "chart:GROUP,FUNCTION:FIELD,by:GROUP,FORM",
  ]

  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    let entity = try query["entity"].map { try self.entity($0, "entity") }
    let (all, dependencies) = try await Dependencies.tracking {
      try await app.store(for: context).views()
    }
    let views = all.filter { view in entity.map { $0.name == view.entity } ?? true }
    var json = JSONWriter()
    json.beginObject()
    json.key("items")
    json.beginArray()
    for view in views { write(view, to: &json) }
    json.endArray()
    json.key("total")
    json.int(views.count)
    json.endObject()
    context.dependencies?.state(dependencies)
    return .list(json)
  }

  @Sendable private func read(_ request: Request, _ context: WebContext) async throws -> Response {
    return answer(try await view(context))
  }

  @Sendable private func create(_ request: Request, _ context: WebContext) async throws -> Response {
    let view = try view(of: try await request.jsonObject(upTo: limits.text), id: 0)
    let id = try await perform(context) { try $0.save(view) }
    var response = answer(try await self.view(id, context))
    response.status = .created
    response.headers[.location] = "\(route)/\(id)"
    return response
  }

  @Sendable private func replace(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try await view(context).id
    let view = try view(of: try await request.jsonObject(upTo: limits.text), id: id)
    // A view that becomes private, or is so no longer, gets another number.
    let saved = try await perform(context) { try $0.save(view) }
    return answer(try await self.view(saved, context))
  }

  @Sendable private func delete(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try await view(context).id
    try await perform(context) { try $0.deleteView(id) }
    return Response(status: .noContent)
  }

  private func perform<T: Sendable>(
    _ context: WebContext, _ body: @escaping @Sendable (Transaction) throws -> T
  ) async throws -> T {
    do { return try await app.store(for: context).perform(.api, body).value } catch let fault as SavedViewFault {
      switch fault {
      case .onlyPrivate: throw Problem(.forbidden, fault.phrase)
      case .unknown, .tooMany: throw Problem(fault == .unknown ? .notFound : .refused, fault.phrase)
      case .name, .nameTaken, .query:
        throw Problem.invalid([FieldFault(fault == .query ? "where" : "name", fault.phrase)])
      }
    }
  }

  // MARK: Views

  private func view(_ context: WebContext) async throws -> SavedView {
    let text = context.parameters.get("id") ?? ""
    guard let id = Int64(text) else { throw Problem(.notFound, SavedViewFault.unknown.phrase) }
    return try await view(id, context)
  }

  private func view(_ id: Int64, _ context: WebContext) async throws -> SavedView {
    guard let view = try await app.store(for: context).views().first(where: { $0.id == id }) else {
      throw Problem(.notFound, SavedViewFault.unknown.phrase)
    }
    return view
  }

  private func entity(_ plural: String, _ parameter: String) throws(Problem) -> EntityDescription {
    guard let entity = model.entity(plural: plural) else {
      throw .notAmong(plural, model.entities.map(\.plural), for: parameter)
    }
    return entity
  }

  // Filters and sort orders that can't be used are refused.
  private func view(of object: JSONObject, id: Int64) throws -> SavedView {
    var faults: [FieldFault] = []
    var texts: [String: String] = [:]
    var (isPinned, isPrivate) = (false, false)
    var entity: EntityDescription?
    if case .string(let plural)? = object["entity"] { entity = model.entity(plural: plural) }
    let parameters = parameters(of: entity)
    for (name, value) in object {
      switch (name, value) {
      case ("pinned", .bool(let flag)): isPinned = flag
      case ("private", .bool(let flag)): isPrivate = flag
      case ("id", _): break
      case (_, .string(let text)) where name == "entity" || name == "name" || parameters.contains(name):
        texts[name] = text
      default: faults.append(FieldFault(name, .unknownField))
      }
    }
    guard let entity else {
      throw Problem.invalid(
        faults + [
          FieldFault(
            "entity",
            Phrase(
              "Unknown: {name}. Known: {known}.",
              [
                "name": .text((texts["entity"] ?? "").shortened),
                "known": .text(model.entities.map(\.plural).joined(separator: ", ")),
              ]))
        ])
    }
    for (name, fault) in ListShape.faults(in: texts, of: entity, model) {
      faults.append(FieldFault(name, fault.phrase))
    }
    if isPrivate, Author.current?.owner == nil {
      faults.append(FieldFault("private", "Only a person can have a private view."))
    }
    guard faults.isEmpty else { throw Problem.invalid(faults) }
    let query = URLPath.Query(parameters.compactMap { name in texts[name].map { (name, $0) } })
    var view = SavedView(
      id: id, entity: entity.name, name: texts["name"] ?? "", query: String(query.text.dropFirst()), isPinned: isPinned)
    if isPrivate { view.owner = Author.current?.owner }
    return view
  }

  private func answer(_ view: SavedView) -> Response {
    var json = JSONWriter()
    write(view, to: &json)
    return .json(json)
  }

  private func write(_ view: SavedView, to json: inout JSONWriter) {
    json.beginObject()
    json.key("id")
    json.int(view.id)
    json.key("entity")
    json.string(model.entity(named: view.entity)?.plural ?? view.entity)
    json.key("name")
    json.string(view.name)
    json.key("pinned")
    json.bool(view.isPinned)
    if view.owner != nil {
      json.key("private")
      json.bool(true)
    }
    let parameters = parameters(of: model.entity(named: view.entity))
    for part in view.query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2, parameters.contains(pair[0]) else { continue }
      json.key(pair[0])
      json.string(pair[1].replacing("+", with: " ").removingPercentEncoding ?? pair[1])
    }
    json.endObject()
  }
}
