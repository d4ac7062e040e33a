import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// The OpenAPI description of saved views.
struct OpenAPIViews {
  static let tag = "views"
  /// The name of the schema.
  static let schema = "View"

  let app: AppDescription

  /// The schema of a view.
  var view: JSONValue {
    var properties: JSONObject = [
      "id": ["type": "integer", "format": "int64", "readOnly": true],
      "entity": ["enum": .array(app.model.entities.map { .string($0.plural) })],
      "name": ["type": "string", "minLength": 1], "pinned": ["type": "boolean", "description": "Whether it is a tab"],
    ]
    for name in ViewController.parameters {
      properties[name] = ["type": "string", "description": .string(Self.descriptions[name] ?? "")]
    }
    return ["type": "object", "required": ["entity", "name"], "properties": .object(properties)]
  }

  private static let descriptions = [
    "search": "The text that is searched for", "only": "The subset of the list",
    "where": "The conditions, as in the parameter of lists", "sort": "The sort order, as in the parameter of lists",
    "columns": "The fields of a table, with commas between", "group": "The field by whose values records are grouped, or its unit of days: month:FIELD",
    "figures": "The figures below the list, with commas between: sum:FIELD",
    "layout": "The layout: cards, table, board:FIELD, gallery:FIELD, calendar:FIELD, map:FIELD",
  ]

  /// The paths.
  var paths: [(String, JSONObject)] {
    let path = "/api/\(URLPath.encoded(app.name))/views"
    return [(path, collection), (path + "/{id}", item)]
  }

  private var collection: JSONObject {
    [
      "get": operation(
        "listViews", "The saved views", [["name": "entity", "in": "query", "schema": ["type": "string"]]],
        ["200": OpenAPIEntity.answer("The views", list)], [400, 429, 503]),
      "post": writing("createView", "Saves a view", "201", [], [400, 403, 413, 415, 422, 429, 503]),
    ]
  }

  private var item: JSONObject {
    let id = OpenAPIParameters.references(["Id"])
    return [
      "get": operation("getView", "A saved view", id, ["200": answer], [400, 404, 429, 503]),
      "put": writing("replaceView", "Replaces a view", "200", id, [400, 403, 404, 413, 415, 422, 429, 503]),
      "delete": operation(
        "deleteView", "Deletes a view", id, ["204": ["description": "It is deleted"]], [400, 403, 404, 429, 503]),
    ]
  }

  private var reference: JSONValue { OpenAPIEntity.reference(Self.schema) }
  private var answer: JSONValue { OpenAPIEntity.answer("The view", reference) }
  private var list: JSONValue {
    [
      "type": "object", "required": ["items", "total"],
      "properties": ["items": ["type": "array", "items": reference], "total": ["type": "integer"]],
    ]
  }

  private func writing(
    _ id: String, _ summary: String, _ status: String, _ parameters: [JSONValue], _ problems: [Int]
  ) -> JSONValue {
    guard case .object(var operation) = operation(id, summary, parameters, [status: answer], problems) else {
      return .null
    }
    operation["requestBody"] = [
      "required": true, "content": ["application/json": ["schema": reference]],
    ]
    return .object(operation)
  }

  private func operation(
    _ id: String, _ summary: String, _ parameters: [JSONValue], _ responses: JSONObject, _ problems: [Int]
  ) -> JSONValue {
    [
      "operationId": .string(id), "summary": .string(summary), "tags": [.string(Self.tag)],
      "parameters": .array(parameters),
      "responses": .object(responses.merging(OpenAPIProblem.references(problems))),
    ]
  }
}
