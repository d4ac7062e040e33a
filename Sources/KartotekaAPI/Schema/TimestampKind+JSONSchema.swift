import KartotekaModel

extension TimestampKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject { ["type": "string", "format": "date-time"] }

  func example(for attribute: AttributeDescription) -> JSONValue {
    .string(attribute.minimum.isNull ? "2026-11-21T09:12:00.000Z" : text(attribute.minimum, for: attribute))
  }
}
