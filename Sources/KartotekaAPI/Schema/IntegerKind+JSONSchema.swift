import KartotekaModel

extension IntegerKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    (["type": "integer", "format": "int64"] as JSONObject).merging(range(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue {
    .number(attribute.minimum.isNull ? "12" : text(attribute.minimum, for: attribute))
  }
}
