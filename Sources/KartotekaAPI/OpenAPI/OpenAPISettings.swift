import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The OpenAPI description of an application's settings. Secrets are not included.
struct OpenAPISettings {
  let settings: EntityDescription
  let app: AppDescription

  /// The settings of an application; nil if it has none.
  init?(_ app: AppDescription) {
    guard !app.settings.attributes.isEmpty else { return nil }
    settings = app.settings
    self.app = app
  }

  /// The path.
  var path: String { "/api/\(URLPath.encoded(app.name))/settings" }

  /// The name of their schema.
  static let schema = "Settings"

  var schema: JSONValue {
    [
      "type": "object", "properties": .object(properties),
      "required": .array(settings.attributes.map { .string($0.name) }),
    ]
  }

  /// The path item.
  var item: JSONObject {
    let answer = OpenAPIEntity.answer("The settings", OpenAPIEntity.reference(Self.schema), headers: ["ETag"])
    return [
      "get": [
        "operationId": "getSettings", "summary": "The settings",
        "parameters": .array(OpenAPIParameters.references(["IfNoneMatch"])),
        "responses": .object(
          (["200": answer, "304": ["description": "The entity tag has not changed"]] as JSONObject).merging(
            OpenAPIProblem.references([400, 429]))),
      ],
      "patch": [
        "operationId": "changeSettings", "summary": "Changes settings; null resets one to its default",
        "parameters": .array(OpenAPIParameters.references(["IfMatch"])),
        "requestBody": [
          "required": true,
          "content": [
            "application/merge-patch+json": [
              "schema": ["type": "object", "properties": .object(changes), "additionalProperties": false]
            ]
          ],
        ],
        "responses": .object(
          (["200": answer] as JSONObject).merging(
            OpenAPIProblem.references([400, 403, 412, 413, 415, 422, 429, 503]))),
      ],
    ]
  }

  private var properties: JSONObject {
    settings.attributes.reduce(into: JSONObject()) { properties, attribute in
      let schema = attribute.schemaKind.schema(for: attribute)
      properties[attribute.name] = .object(described(attribute, attribute.isRequired ? schema : schema.orNull))
    }
  }

  private var changes: JSONObject {
    settings.attributes.reduce(into: JSONObject()) { changes, attribute in
      changes[attribute.name] = .object(described(attribute, attribute.schemaKind.inputSchema(for: attribute).orNull))
    }
  }

  private func described(_ attribute: AttributeDescription, _ schema: JSONObject) -> JSONObject {
    var schema = schema
    schema["title"] = .string(attribute.label)
    if !attribute.defaultValue.isNull {
      var json = JSONWriter()
      attribute.behavior.write(attribute.defaultValue, to: &json, for: attribute)
      if let value = try? JSONParser.parse(json.bytes) { schema["default"] = value }
    }
    return schema
  }
}
