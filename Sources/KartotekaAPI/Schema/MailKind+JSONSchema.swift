import KartotekaModel

extension MailKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    (["type": "string", "format": "email"] as JSONObject).merging(lengths(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue { "anna@example.org" }
}
