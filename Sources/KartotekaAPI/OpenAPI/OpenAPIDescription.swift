import KartotekaModel
import KartotekaScreens

/// An application's description as the OpenAPI document has it.
struct OpenAPIDescription {
  let app: AppDescription

  /// Its address.
  var path: String { "/api/\(app.name)/description" }

  /// What can be done there.
  var item: JSONObject {
    let schema: JSONValue = [
      "type": "object", "description": "As the schema at /api/description.schema.json says",
    ]
    let answer = OpenAPIEntity.answer("The description", schema, headers: ["ETag"])
    return [
      "get": [
        "operationId": "getDescription", "summary": "What the application is: entities, rules, screens and words",
        "parameters": .array(OpenAPIParameters.references(["IfNoneMatch"])),
        "responses": .object(
          (["200": answer, "304": ["description": "It still has the tag"]] as JSONObject).merging(
            OpenAPIProblem.references([400, 429]))),
      ],
      "put": [
        "operationId": "changeDescription",
        "summary": "Changes a designed application, its tables and records in one transaction",
        "parameters": .array(
          [
            [
              "name": "dry-run", "in": "query", "schema": ["type": "boolean"],
              "description": "Whether it is only answered what would change and what would be lost",
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
