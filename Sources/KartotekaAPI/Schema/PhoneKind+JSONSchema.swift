import KartotekaModel

extension PhoneKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    (["type": "string", "description": "Written as an address book does, whatever was sent"] as JSONObject)
      .merging(lengths(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue { "+48 225 550 1472" }
}
