import KartotekaModel

extension BooleanKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject { ["type": "boolean"] }

  func example(for attribute: AttributeDescription) -> JSONValue { true }
}
