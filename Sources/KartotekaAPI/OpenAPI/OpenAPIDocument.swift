import Hummingbird
import KartotekaHTTP
import KartotekaModel

/// An OpenAPI 3.1 document of operations.
struct OpenAPIDocument {
  /// The name of the security scheme of what only the administrator may do.
  static let administrator = "administrator"

  let info: JSONObject
  var tags: [JSONValue] = []
  let operations: [APIOperation]
  /// The schemas beside that of problems.
  var schemas = JSONObject()
  /// The parameters beside the shared ones.
  var parameters = JSONObject()

  /// The document.
  var json: JSONObject {
    [
      "openapi": "3.1.0", "info": .object(info), "servers": [["url": "/"]], "tags": .array(tags),
      "paths": .object(paths), "components": .object(components),
    ]
  }

  private var paths: JSONObject {
    var paths: [String: JSONObject] = [:]
    var order: [String] = []
    for operation in operations {
      let path = operation.path.description
      if paths[path] == nil {
        order.append(path)
        let place = operation.place
        paths[path] = place.isEmpty ? [:] : ["parameters": .array(place)]
      }
      paths[path]?[operation.method.rawValue.lowercased()] = operation.document
    }
    return JSONObject(order.map { ($0, .object(paths[$0] ?? [:])) })
  }

  private var components: JSONObject {
    [
      "schemas": .object((["Problem": .object(OpenAPIProblem.schema)] as JSONObject).merging(schemas)),
      "parameters": .object(OpenAPIParameters.shared.merging(parameters)),
      "responses": .object(OpenAPIProblem.responses),
      "headers": [
        "ETag": ["description": "The record's strong tag, for If-Match", "schema": ["type": "string"]],
        "Location": [
          "description": "The address of the new record", "schema": ["type": "string", "format": "uri-reference"],
        ],
      ],
      "securitySchemes": [
        Self.administrator: [
          "type": "http", "scheme": "bearer",
          "description": "The token of KARTOTEKA_ADMIN_TOKEN, else of the file admin-token in the data folder",
        ]
      ],
    ]
  }
}

extension OpenAPIDocument {
  /// The document of an application's operations.
  init(_ app: RunningApp, _ operations: [APIOperation]) {
    let description = app.description
    info = [
      "title": .string(description.title), "summary": .string(description.summary),
      "version": .string(String(description.version)),
    ]
    self.operations = operations
    tags = description.model.entities.map { ["name": .string($0.plural), "description": .string($0.nouns.many)] }
    func add(_ tag: String, _ text: String) {
      tags.append(["name": .string(tag), "description": .string(text)])
    }
    if description.actions.contains(where: { $0.scope == .app }) {
      add(OpenAPIAction.tag, "Actions of the application")
    }
    if !app.app.routes.isEmpty { add(RouteController.tag, "Routes of the application") }
    add(OpenAPIHistory.tag, "Change sets and undo")
    add(ViewController.tag, "Saved views of lists")
    parameters = OpenAPIAggregates.parameters
    for entity in description.model.entities {
      let described = OpenAPIEntity(entity: entity, app: description)
      schemas = schemas.merging(described.schemas)
      let own = OpenAPIParameters(entity: entity, model: description.model)
      parameters = parameters.merging(own.filters).merging(own.relatedFilters)
    }
    schemas = schemas.merging(OpenAPIHistory.schemas)
    schemas[OpenAPIAggregates.schema] = OpenAPIAggregates.figures
    schemas[ViewController.schemaName] = ViewController.schema(of: description.model)
    if let settings = OpenAPISettings(description) { schemas[OpenAPISettings.name] = settings.schema }
    if !description.actions.isEmpty { schemas[OpenAPIAction.result] = OpenAPIAction.resultSchema }
  }
}
