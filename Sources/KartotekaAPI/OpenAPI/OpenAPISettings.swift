import KartotekaModel
import KartotekaScreens

/// An application's settings as the OpenAPI document has them. Secrets are not there.
struct OpenAPISettings {
  let settings: EntityDescription
  let app: AppDescription

  /// The settings of an application; nil where it has none.
  init?(_ app: AppDescription) {
    guard !app.settings.attributes.isEmpty else { return nil }
    settings = app.settings
    self.app = app
  }

  /// Their address.
  var path: String { "/api/\(app.name)/settings" }

  /// The schema of all of them.
  static let schema = "Settings"

  var schema: JSONValue {
    [
      "type": "object", "properties": .object(properties),
      "required": .array(settings.attributes.map { .string($0.name) }),
    ]
  }

  /// What can be done there.
  var item: JSONObject {
    let answer = OpenAPIEntity.answer("The settings", OpenAPIEntity.reference(Self.schema), headers: ["ETag"])
    return [
      "get": [
        "operationId": "getSettings", "summary": "What has been set",
        "parameters": .array(OpenAPIParameters.references(["IfNoneMatch"])),
        "responses": .object(
          (["200": answer, "304": ["description": "It still has the tag"]] as JSONObject).merging(
            OpenAPIProblem.references([400, 429]))),
      ],
      "patch": [
        "operationId": "changeSettings", "summary": "Sets something; null makes it what it begins with",
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
