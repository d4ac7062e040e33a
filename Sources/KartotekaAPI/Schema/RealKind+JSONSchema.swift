import KartotekaModel

extension RealKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    (["type": "number", "format": "double"] as JSONObject).merging(range(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue {
    .number(attribute.minimum.isNull ? "1.5" : text(attribute.minimum, for: attribute))
  }
}
