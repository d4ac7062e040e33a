import KartotekaModel
import KartotekaScreens

/// The OpenAPI 3.1 document of an application's API, derived from its description.
struct OpenAPIDocument {
  let app: AppDescription

  /// The document.
  var json: JSONObject {
    [
      "openapi": "3.1.0",
      "info": [
        "title": .string(app.title), "summary": .string(app.summary), "version": .string(String(app.version)),
      ],
      "servers": [["url": "/"]],
      "tags": .array(
        app.model.entities.map { ["name": .string($0.plural), "description": .string($0.nouns.many)] }),
      "paths": .object(paths), "components": .object(components),
    ]
  }

  private var paths: JSONObject {
    var paths = JSONObject()
    for entity in app.model.entities {
      let described = OpenAPIEntity(entity: entity, app: app)
      for (path, item) in described.paths { paths[path] = .object(item) }
    }
    return paths
  }

  private var components: JSONObject {
    var schemas: JSONObject = ["Problem": .object(OpenAPIProblem.schema)]
    var parameters = OpenAPIParameters.shared
    for entity in app.model.entities {
      let described = OpenAPIEntity(entity: entity, app: app)
      schemas = schemas.merging(described.schemas)
      parameters = parameters.merging(OpenAPIParameters(entity: entity).filters)
    }
    return [
      "schemas": .object(schemas), "parameters": .object(parameters),
      "responses": .object(OpenAPIProblem.responses),
      "headers": [
        "ETag": ["description": "The record's strong tag, for If-Match", "schema": ["type": "string"]],
        "Location": [
          "description": "Where the new record is", "schema": ["type": "string", "format": "uri-reference"],
        ],
      ],
    ]
  }
}
