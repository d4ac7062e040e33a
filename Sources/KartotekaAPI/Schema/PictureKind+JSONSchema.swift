import KartotekaModel

extension PictureKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    ["type": "string", "format": "uri-reference", "description": "Where the picture is"]
  }

  func inputSchema(for attribute: AttributeDescription) -> JSONObject { BlobKind().inputSchema(for: attribute) }

  func example(for attribute: AttributeDescription) -> JSONValue { BlobKind().example(for: attribute) }
}
