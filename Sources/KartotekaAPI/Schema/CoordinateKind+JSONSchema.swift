import KartotekaModel

extension CoordinateKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    [
      "type": "object", "description": "Degrees, WGS 84",
      "properties": [
        "latitude": ["type": "number", "minimum": -90, "maximum": 90],
        "longitude": ["type": "number", "minimum": -180, "maximum": 180],
      ],
      "required": ["latitude", "longitude"],
    ]
  }

  func example(for attribute: AttributeDescription) -> JSONValue { ["latitude": 52, "longitude": 21] }
}
