import KartotekaModel

extension DateKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject { ["type": "string", "format": "date"] }

  func example(for attribute: AttributeDescription) -> JSONValue {
    .string(attribute.minimum.isNull ? "2026-11-21" : text(attribute.minimum, for: attribute))
  }
}
