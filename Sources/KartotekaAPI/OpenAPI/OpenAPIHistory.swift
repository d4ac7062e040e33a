import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The OpenAPI description of change sets and histories.
struct OpenAPIHistory {
  /// The tag of change sets.
  static let tag = "changesets"

  let app: AppDescription

  /// The paths with their items.
  var paths: [(String, JSONObject)] {
    let path = "/api/\(URLPath.encoded(app.name))/changesets"
    let id = OpenAPIParameters.references(["Id"])
    var paths: [(String, JSONObject)] = [
      (
        path,
        [
          "get": operation(
            "listChangesets", "Change sets, the newest first", Self.tag,
            page + [entity, Self.origin] + OpenAPIParameters.references(["Search"]), schema: "ChangesetPage", [400]),
          "delete": purge(
            "purgeHistoryBefore", "Deletes all history before a time permanently", Self.tag, [Self.before]),
        ]
      ),
      (
        path + "/{id}",
        [
          "parameters": .array(id),
          "get": operation(
            "readChangeset", "A change set, with the first 100 changed records", Self.tag, [],
            schema: "ChangesetWithChanges", [400, 404]),
        ]
      ),
      (
        path + "/{id}/changes",
        [
          "parameters": .array(id),
          "get": operation(
            "listChangesetChanges", "All changed records, in the order of their changes", Self.tag,
            page, schema: "ChangePage", [400, 404]),
        ]
      ),
      (
        path + "/{id}/undo",
        [
          "parameters": .array(id),
          "post": operation(
            "undoChangeset", "Undoes it in a new change set; undoing that one is a redo", Self.tag, [],
            schema: "Changeset", [400, 403, 404, 409, 429, 503],
            accepted: "The undo runs in the background; undoneBy of the undone change set is set when it is complete"),
        ]
      ),
    ]
    paths += trash
    for entity in app.model.entities {
      let address = "/api/\(URLPath.encoded(app.name))/\(entity.pathName)"
      let names = entity.plural.prefix(1).uppercased() + entity.plural.dropFirst()
      paths.append(
        (
          address + "/{id}/history",
          [
            "parameters": .array(id),
            "get": operation(
              "list" + names + "History", "The changes of the record, the newest first", entity.plural, page,
              schema: "HistoryPage", [400, 404]),
            "delete": purge(
              "purge" + names + "RecordHistory", "Deletes the record's history permanently", entity.plural),
          ]
        ))
      paths.append(
        (
          address + "/history",
          [
            "delete": purge(
              "purge" + names + "History", "Deletes the history of all records permanently", entity.plural)
          ]
        ))
    }
    return paths
  }

  private var trash: [(String, JSONObject)] {
    let path = "/api/\(URLPath.encoded(app.name))/trash"
    return [
      (
        path,
        [
          "get": operation(
            "listDeletedRecords", "The restorable deleted records, the last deleted first", Self.tag,
            page + [entity] + OpenAPIParameters.references(["Search"]), schema: "DeletedPage", [400])
        ]
      ),
      (
        path + "/{id}/restore",
        [
          "parameters": .array(OpenAPIParameters.references(["Id"])),
          "post": operation(
            "restoreDeletedRecord", "Restores a deleted record with everything that was deleted together with it",
            Self.tag, [], schema: "Changeset", [400, 403, 404, 409, 429, 503]),
        ]
      ),
    ]
  }

  // The parameter with an entity's name.
  private var entity: JSONValue {
    [
      "name": "entity", "in": "query", "description": "Only those of this entity",
      "schema": ["type": "string", "enum": .array(app.model.entities.map { .string($0.plural) })],
    ]
  }

  private static let origin: JSONValue = [
    "name": "origin", "in": "query", "description": "Only those with this origin",
    "schema": ["type": "string", "enum": .array(ChangeSet.Origin.allCases.map { .string($0.rawValue) })],
  ]

  private var page: [JSONValue] { OpenAPIParameters.references(["Limit", "Cursor"]) }

  private static let before: JSONValue = [
    "name": "before", "in": "query", "required": true, "description": "A day or a time: 2026-01-31",
    "schema": ["type": "string"],
  ]

  private func operation(
    _ id: String, _ summary: String, _ tag: String, _ parameters: [JSONValue], schema: String, _ problems: [Int],
    accepted: String? = nil
  ) -> JSONValue {
    var operation: JSONObject = [
      "operationId": .string(id), "summary": .string(summary), "tags": [.string(tag)],
    ]
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    var answer: JSONObject = ["200": Self.answer(schema)]
    if let accepted { answer["202"] = Self.answer(schema, accepted) }
    operation["responses"] = .object(answer.merging(OpenAPIProblem.references(problems)))
    return .object(operation)
  }

  private func purge(_ id: String, _ summary: String, _ tag: String, _ parameters: [JSONValue] = []) -> JSONValue {
    guard
      case .object(var operation) = operation(
        id, summary, tag, parameters, schema: "PurgedHistory", [400, 401, 403, 404, 429, 503])
    else { return .null }
    operation["security"] = [.object([OpenAPIAction.administrator: []])]
    return .object(operation)
  }

  private static func answer(_ schema: String, _ description: String = "The response") -> JSONValue {
    [
      "description": .string(description),
      "content": ["application/json": ["schema": ["$ref": .string("#/components/schemas/" + schema)]]],
    ]
  }

  // MARK: Schemas

  /// The schemas by name.
  static var schemas: JSONObject {
    var record = members
    record["changes"] = changes
    record["parts"] = [
      "type": "array", "items": change, "description": "The changes of records that belong to it: lines, notes, files",
    ]
    var whole = members
    whole["obstacle"] = ["type": ["string", "null"], "description": "The reason why it can't be undone now"]
    whole["changes"] = ["type": "array", "items": change]
    whole["total"] = ["type": "integer", "description": "The number of changed records"]
    return [
      "Changeset": object(members), "ChangesetPage": page(of: ["$ref": "#/components/schemas/Changeset"]),
      "ChangesetWithChanges": object(whole), "ChangePage": page(of: change), "DeletedPage": page(of: deleted),
      "HistoryPage": page(of: object(record)),
      "PurgedHistory": object([
        "changesets": ["type": "integer"], "rejectedRows": ["type": "integer"], "files": ["type": "integer"],
      ]),
    ]
  }

  private static let members: JSONObject = [
    "id": ["type": "integer", "format": "int64"],
    "name": ["type": "string", "description": "The description in the requested language"],
    "at": ["type": "string", "format": "date-time"],
    "origin": ["type": "string", "enum": .array(ChangeSet.Origin.allCases.map { .string($0.rawValue) })],
    "person": ["type": ["string", "null"]],
    "undoes": ["type": ["integer", "null"], "format": "int64"],
    "undoneBy": ["type": ["integer", "null"], "format": "int64"],
    "canBeUndone": [
      "type": "boolean",
      "description":
        "Whether it is not undone and its images are stored; of a single change set also whether nothing stands in the way",
    ],
    "reason": ["type": ["string", "null"], "description": "The reason why its images are no longer stored"],
  ]

  private static let changes: JSONValue = [
    "type": "object",
    "description": "By field: the values before and after; for links the removed and added ids",
    "additionalProperties": ["type": "array", "minItems": 2, "maxItems": 2],
  ]

  private static let change: JSONValue = [
    "type": "object", "required": ["entity", "id", "operation", "changes"],
    "properties": [
      "entity": ["type": "string"], "id": ["type": "integer", "format": "int64"],
      "lastID": ["type": "integer", "format": "int64", "description": "The last id of a range of imported records"],
      "operation": ["enum": ["insert", "update", "delete"]], "changes": changes,
    ],
  ]

  private static let deleted: JSONValue = object([
    "id": ["type": "integer", "format": "int64", "description": "The number for restoring it"],
    "entity": ["type": "string"], "record": ["type": "integer", "format": "int64"],
    "values": ["type": "object", "description": "Its values when it was deleted; for bytes their number"],
    "changeset": ["$ref": "#/components/schemas/Changeset"],
  ])

  private static func object(_ properties: JSONObject) -> JSONValue {
    [
      "type": "object", "required": .array(properties.map { .string($0.key) }), "properties": .object(properties),
    ]
  }

  private static func page(of item: JSONValue) -> JSONValue {
    object([
      "items": ["type": "array", "items": item],
      "total": ["type": ["integer", "null"], "description": "The total number; null if it is not counted"],
      "next": ["type": ["string", "null"], "description": "The cursor of the next page"],
    ])
  }
}
