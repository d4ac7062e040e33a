import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The documentation of duplicates and merging.
struct OpenAPIDuplicates {
  let entity: OpenAPIEntity

  var list: OpenAPIOperation {
    let distinct: JSONValue = [
      "name": "distinct", "in": "query", "description": "Only the pairs that were marked as different",
      "schema": ["type": "boolean", "default": false],
    ]
    let evidence: JSONValue = [
      "type": "object", "required": ["kind"],
      "properties": [
        "kind": [
          "enum": ["value", "title", "slip"],
          "description": "An equal value of a field; titles of the same words; titles that differ by one letter",
        ],
        "field": ["type": "string", "description": "The field with the equal value"],
      ],
    ]
    let pair: JSONValue = [
      "type": "object", "required": ["records", "evidence"],
      "properties": [
        "records": ["type": "array", "minItems": 2, "maxItems": 2, "items": .schema(entity.name)],
        "evidence": ["type": "array", "items": evidence],
      ],
    ]
    let page: JSONValue = [
      "type": "object", "required": ["items", "total", "complete", "next"],
      "properties": [
        "items": ["type": "array", "items": pair], "total": ["type": "integer"],
        "complete": [
          "type": "boolean",
          "description": "Whether these are all pairs; if not, the search stopped at its limit",
        ],
        "next": ["type": ["string", "null"], "description": "The cursor of the next page"],
      ],
    ]
    return entity.operation(
      "list" + entity.plural + "Duplicates",
      "Pairs of records that may be about the same thing, the most similar first",
      parameters: OpenAPIParameters.references(["Limit", "Cursor"]) + [distinct],
      answers: ["200": .answer("The page", page)])
  }

  var marking: OpenAPIOperation {
    let body: JSONValue = [
      "type": "object", "required": ["records"], "additionalProperties": false,
      "properties": [
        "records": [
          "type": "array", "minItems": 2, "maxItems": 2,
          "items": ["type": "integer", "format": "int64", "minimum": 1],
        ],
        "distinct": ["type": "boolean", "default": true, "description": "false removes the mark"],
      ],
    ]
    return entity.operation(
      "mark" + entity.plural + "AsDistinct",
      "Marks two records as different, so that they are no longer found as duplicates",
      body: .body(body),
      answers: ["204": .answer("They are marked")], problems: [404])
  }

  var merge: OpenAPIOperation {
    let names = RecordMerge.fields(of: entity.entity).map { entity.entity.columns[$0].name }
    let sides = JSONObject(names.map { ($0, ["enum": ["own", "other"]] as JSONValue) })
    let body: JSONValue = [
      "type": "object", "required": ["with"], "additionalProperties": false,
      "properties": [
        "with": [
          "type": "integer", "format": "int64", "minimum": 1, "description": "The other record, which is deleted",
        ],
        "ifMatch": ["type": "string", "description": "Only if the other record has this entity tag"],
        "fields": [
          "type": "object", "properties": .object(sides), "additionalProperties": false,
          "description":
            "The record whose value a field gets; without it the own value, or that of the other record if there is none",
        ],
      ],
    ]
    return entity.operation(
      "merge" + entity.name,
      "Merges another record into this one: its references and links lead here, and it is deleted",
      parameters: OpenAPIParameters.references(["IfMatch"]),
      body: .body(body),
      answers: ["200": .answer("The record that stays", .schema(entity.name), headers: ["ETag"])],
      problems: [409])
  }
}
