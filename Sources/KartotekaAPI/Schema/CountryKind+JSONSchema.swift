import KartotekaModel

extension CountryKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    [
      "type": "string", "pattern": "^[A-Z]{2}$",
      "description": "A country or territory: its ISO 3166-1 alpha-2 code, or XK for Kosovo",
    ]
  }

  func inputSchema(for attribute: AttributeDescription) -> JSONObject {
    [
      "type": "string", "minLength": attribute.isRequired ? 1 : 0, "maxLength": 200,
      "description":
        "A country or territory: its code of two or three letters, or its name in English, Polish or Russian",
    ]
  }

  func example(for attribute: AttributeDescription) -> JSONValue { "PT" }
}
