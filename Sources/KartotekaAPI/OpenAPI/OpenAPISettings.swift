import KartotekaModel
import KartotekaScreens

/// The schemas of an application's settings. Secrets are not included.
struct OpenAPISettings {
  let settings: EntityDescription

  /// The settings of an application; nil if it has none.
  init?(_ app: AppDescription) {
    guard !app.settings.attributes.isEmpty else { return nil }
    settings = app.settings
  }

  /// The name of their schema.
  static let name = "Settings"

  var schema: JSONValue {
    [
      "type": "object", "properties": .object(properties),
      "required": .array(settings.attributes.map { .string($0.name) }),
    ]
  }

  /// The schema of changes.
  var changesSchema: JSONValue {
    ["type": "object", "properties": .object(changes), "additionalProperties": false]
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
