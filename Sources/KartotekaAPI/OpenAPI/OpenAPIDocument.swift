import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The OpenAPI 3.1 document of an application's API, derived from its description.
struct OpenAPIDocument {
  let app: AppDescription
  /// The routes that the application declares.
  var routes: [Route] = []
  /// The answers of actions beside their sentence, by their names.
  var answers: [String: Action.Answer] = [:]

  /// The document.
  var json: JSONObject {
    [
      "openapi": "3.1.0",
      "info": [
        "title": .string(app.title), "summary": .string(app.summary), "version": .string(String(app.version)),
      ],
      "servers": [["url": "/"]],
      "tags": .array(tags),
      "paths": .object(paths), "components": .object(components),
    ]
  }

  private var tags: [JSONValue] {
    var tags = app.model.entities.map { entity -> JSONValue in
      ["name": .string(entity.plural), "description": .string(entity.nouns.many)]
    }
    if app.actions.contains(where: { $0.scope == .app }) {
      tags.append(["name": .string(OpenAPIAction.tag), "description": "Actions of the application"])
    }
    if !routes.isEmpty {
      tags.append(["name": .string(OpenAPIRoutes.tag), "description": "Routes of the application"])
    }
    tags.append(["name": .string(OpenAPIHistory.tag), "description": "Change sets and undo"])
    tags.append(["name": .string(OpenAPIViews.tag), "description": "Saved views of lists"])
    return tags
  }

  private var paths: JSONObject {
    var paths: JSONObject = ["/api/\(URLPath.encoded(app.name))/changes": .object(OpenAPIChanges.path)]
    for entity in app.model.entities {
      let described = OpenAPIEntity(entity: entity, app: app)
      for (path, item) in described.paths + described.duplicatePaths { paths[path] = .object(item) }
    }
    paths[OpenAPIBatch.path(app)] = .object(OpenAPIBatch.item(app))
    for (path, item) in OpenAPIHistory(app: app).paths { paths[path] = .object(item) }
    for (path, item) in OpenAPIViews(app: app).paths { paths[path] = .object(item) }
    let description = OpenAPIDescription(app: app)
    paths[description.path] = .object(description.item)
    if let settings = OpenAPISettings(app) { paths[settings.path] = .object(settings.item) }
    for action in app.actions {
      let described = OpenAPIAction(action: action, app: app, answer: answers[action.name])
      paths[described.path] = .object(described.item)
    }
    for (path, item) in OpenAPIRoutes(routes: routes, app: URLPath.encoded(app.name)).paths {
      paths[path] = .object(item)
    }
    return paths
  }

  private var components: JSONObject {
    var schemas: JSONObject = ["Problem": .object(OpenAPIProblem.schema)]
    var parameters = OpenAPIParameters.shared.merging(OpenAPIAggregates.parameters)
    for entity in app.model.entities {
      let described = OpenAPIEntity(entity: entity, app: app)
      schemas = schemas.merging(described.schemas)
      let own = OpenAPIParameters(entity: entity, model: app.model)
      parameters = parameters.merging(own.filters).merging(own.relatedFilters)
    }
    schemas = schemas.merging(OpenAPIHistory.schemas)
    schemas[OpenAPIAggregates.schema] = OpenAPIAggregates.figures
    schemas[OpenAPIViews.schema] = OpenAPIViews(app: app).view
    if let settings = OpenAPISettings(app) { schemas[OpenAPISettings.schema] = settings.schema }
    if !app.actions.isEmpty { schemas["ActionResult"] = OpenAPIAction.resultSchema }
    var components: JSONObject = [
      "schemas": .object(schemas), "parameters": .object(parameters),
      "responses": .object(OpenAPIProblem.responses),
      "headers": [
        "ETag": ["description": "The record's strong tag, for If-Match", "schema": ["type": "string"]],
        "Location": [
          "description": "The address of the new record", "schema": ["type": "string", "format": "uri-reference"],
        ],
      ],
    ]
    components["securitySchemes"] = .object([OpenAPIAction.administrator: OpenAPIAction.securityScheme])
    return components
  }
}
