import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The OpenAPI description of an application's description.
struct OpenAPIDescription {
  let app: AppDescription

  /// The path.
  var path: String { "/api/\(URLPath.encoded(app.name))/description" }

  /// The path item.
  var item: JSONObject {
    let schema: JSONValue = [
      "type": "object", "description": "Conforms to the schema at /api/description.schema.json",
    ]
    let answer = OpenAPIEntity.answer("The description", schema, headers: ["ETag"])
    return [
      "get": [
        "operationId": "getDescription", "summary": "The application's entities, rules, screens and words",
        "parameters": .array(OpenAPIParameters.references(["IfNoneMatch"])),
        "responses": .object(
          (["200": answer, "304": ["description": "The entity tag has not changed"]] as JSONObject).merging(
            OpenAPIProblem.references([400, 429]))),
      ],
      "put": [
        "operationId": "changeDescription",
        "summary": "Changes a designed application, its tables and records in one transaction",
        "parameters": .array(
          [
            [
              "name": "dry-run", "in": "query", "schema": ["type": "boolean"],
              "description": "Whether the response only lists the changes and losses",
            ]
          ] + OpenAPIParameters.references(["IfMatch"])),
        "requestBody": ["required": true, "content": ["application/json": ["schema": schema]]],
        "responses": .object(
          (["200": answer] as JSONObject).merging(
            OpenAPIProblem.references([400, 403, 409, 412, 413, 415, 422, 429, 503]))),
      ],
    ]
  }
}
