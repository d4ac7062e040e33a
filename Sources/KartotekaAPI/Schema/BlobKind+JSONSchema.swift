import KartotekaModel

extension BlobKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    ["type": "string", "format": "uri-reference", "description": "Where the bytes are"]
  }

  func inputSchema(for attribute: AttributeDescription) -> JSONObject {
    [
      "type": "string", "contentEncoding": "base64",
      "description": "The bytes; large ones are better sent to their own address",
    ]
  }

  func example(for attribute: AttributeDescription) -> JSONValue { "iVBORw0KGgo=" }
}
