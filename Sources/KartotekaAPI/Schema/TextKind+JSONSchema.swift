import KartotekaModel

extension TextKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    (["type": "string"] as JSONObject).merging(lengths(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue { .string(attribute.label) }
}
