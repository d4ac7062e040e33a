import KartotekaModel
import KartotekaScreens

/// The schemas of batches.
enum OpenAPIBatch {
  /// The schema of a request.
  static func body(of app: AppDescription) -> JSONValue {
    let plurals = JSONValue.array(app.model.entities.filter { !$0.isDerived }.map { .string($0.plural) })
    func operation(_ kind: String, _ more: [(String, JSONValue)], _ required: [String]) -> JSONValue {
      let properties = JSONObject([(kind, ["enum": plurals] as JSONValue)] + more)
      return [
        "type": "object", "properties": .object(properties), "additionalProperties": false,
        "required": .array(([kind] + required).map { .string($0) }),
      ]
    }
    let id: JSONValue = [
      "description": "The record's number, or $ and the name of a record that an earlier operation creates",
      "anyOf": [["type": "integer", "format": "int64", "minimum": 1], ["type": "string", "pattern": "^\\$"]],
    ]
    let values: JSONValue = [
      "type": "object",
      "description":
        "As for POST and PATCH; a to-one relationship may have $ and the name of a record that an earlier operation creates",
    ]
    let ifMatch: JSONValue = ["type": "string", "description": "Only if the record has this entity tag"]
    let operations: JSONValue = [
      "type": "array", "maxItems": .number(String(BatchController.limit)),
      "items": [
        "oneOf": [
          operation("create", [("as", ["type": "string"]), ("values", values)], ["values"]),
          operation("update", [("id", id), ("ifMatch", ifMatch), ("values", values)], ["id", "values"]),
          operation("delete", [("id", id), ("ifMatch", ifMatch)], ["id"]),
        ]
      ],
    ]
    return [
      "type": "object", "properties": ["operations": operations], "required": ["operations"],
      "additionalProperties": false,
    ]
  }

  /// The schema of an answer.
  static var answer: JSONValue {
    let result: JSONValue = [
      "type": "object", "required": ["id"],
      "properties": ["id": ["type": "integer", "format": "int64"], "etag": ["type": "string"]],
    ]
    return [
      "type": "object", "required": ["results", "changeset"],
      "properties": [
        "results": ["type": "array", "items": result], "changeset": ["type": ["integer", "null"], "format": "int64"],
      ],
    ]
  }
}
