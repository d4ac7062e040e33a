import KartotekaModel

/// The OpenAPI description of figures of lists: their parameters, and the answer beside the page of records.
enum OpenAPIAggregates {
  static let schema = "Figures"

  /// The names of the shared parameters.
  static let references = AggregateQuery.parameters.map { $0.name.prefix(1).uppercased() + $0.name.dropFirst() }

  /// The shared parameters.
  static var parameters: JSONObject {
    JSONObject(
      zip(references, AggregateQuery.parameters).map { name, parameter in
        (
          name,
          [
            "name": .string(parameter.name), "in": "query", "description": .string(parameter.summary),
            "schema": ["type": "string"],
          ]
        )
      })
  }

  /// The schema of the answer.
  static var figures: JSONValue {
    func members(_ description: String, _ types: [JSONValue]) -> JSONValue {
      [
        "type": "object", "description": .string(description),
        "additionalProperties": ["type": .array(types + ["null"])],
      ]
    }
    return [
      "type": "object", "required": ["items", "complete"],
      "properties": [
        "items": [
          "type": "array",
          "items": [
            "type": "object", "required": ["group", "values"],
            "properties": [
              "group": members("The group, by the names in group", ["string", "number", "boolean"]),
              "values": members("The figures, by the names in aggregate", ["string", "number"]),
            ],
          ],
        ],
        "complete": ["type": "boolean", "description": "Whether these are all groups; if not, limit left some out"],
      ],
    ]
  }

  /// The answer of a list: a page of records, or figures.
  static func answer(_ page: JSONValue) -> JSONValue {
    ["anyOf": [page, .schema(schema)]]
  }
}
