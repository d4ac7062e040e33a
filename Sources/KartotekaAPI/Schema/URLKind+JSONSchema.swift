import KartotekaModel

extension URLKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    (["type": "string", "format": "uri"] as JSONObject).merging(lengths(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue { "https://example.org" }
}
