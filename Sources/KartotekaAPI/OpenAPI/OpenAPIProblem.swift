import Hummingbird
import KartotekaHTTP
import KartotekaModel

/// The OpenAPI descriptions of problems: one schema, and a response for each status.
enum OpenAPIProblem {
  /// The schema of `application/problem+json` (RFC 9457).
  static let schema: JSONObject = [
    "type": "object", "required": ["type", "title", "status", "detail"],
    "properties": [
      "type": ["type": "string", "enum": .array(ProblemKind.allCases.map { .string($0.type) })],
      "title": ["type": "string"], "status": ["type": "integer"], "detail": ["type": "string"],
      "errors": [
        "type": "object", "description": "The faults by field",
        "additionalProperties": ["type": "array", "items": ["type": "string"]],
      ],
      "rules": [
        "type": "object", "description": "The fields by the rules of the description that they break",
        "additionalProperties": ["type": "array", "items": ["type": "string"]],
      ],
    ],
  ]

  private static let statuses: [(name: String, code: Int, description: String)] = [
    ("BadRequest", 400, "Not JSON, or a parameter that can't be used"),
    ("Unauthorized", 401, "The administrator's token is missing or wrong"),
    ("Forbidden", 403, "Sent by a page of another website"),
    ("NotFound", 404, "There is no such record, field or application"),
    ("Conflict", 409, "A constraint or a delete rule is violated; the members name it"),
    ("Gone", 410, "Changes since then are no longer stored"),
    ("PreconditionFailed", 412, "It has been changed in the meantime"),
    ("ContentTooLarge", 413, "The body is too large"),
    ("UnsupportedMediaType", 415, "Data of this type can't be used here"),
    ("RangeNotSatisfiable", 416, "The requested range doesn't exist"),
    ("UnprocessableContent", 422, "Some values can't be saved; errors says which and why"),
    ("TooManyRequests", 429, "Too many changes are waiting, or too many of the client's searches take long"),
    ("ServiceUnavailable", 503, "The data are in use, or the request took too long"),
  ]

  /// The responses for each status, and one for all others.
  static var responses: JSONObject {
    var responses = JSONObject()
    for (name, description) in statuses.map({ ($0.name, $0.description) }) + [("Problem", "Another problem")] {
      responses[name] = [
        "description": .string(description),
        "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
      ]
    }
    return responses
  }

  /// The problem responses of an operation.
  static func references(_ codes: [Int]) -> JSONObject {
    var references = JSONObject()
    for status in statuses where codes.contains(status.code) {
      references[String(status.code)] = ["$ref": .string("#/components/responses/" + status.name)]
    }
    references["default"] = ["$ref": "#/components/responses/Problem"]
    return references
  }
}
