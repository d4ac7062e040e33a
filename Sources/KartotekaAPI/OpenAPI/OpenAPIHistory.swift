import KartotekaModel
import KartotekaStore

/// The schemas of change sets and histories.
enum OpenAPIHistory {
  /// The tag of change sets.
  static let tag = "changesets"

  /// The schemas by name.
  static var schemas: JSONObject {
    var record = members
    record["changes"] = changes
    record["parts"] = [
      "type": "array", "items": change, "description": "The changes of records that belong to it: lines, notes, files",
    ]
    var whole = members
    whole["obstacle"] = ["type": ["string", "null"], "description": "The reason why it can't be undone now"]
    whole["changes"] = ["type": "array", "items": change]
    whole["total"] = ["type": "integer", "description": "The number of changed records"]
    return [
      "Changeset": object(members), "UndoPlan": object(plan), "Undo": object(members.merging(undo)),
      "ChangesetPage": page(of: .schema("Changeset")),
      "ChangesetWithChanges": object(whole), "ChangePage": page(of: change), "DeletedPage": page(of: deleted),
      "HistoryPage": page(of: object(record)),
      "PurgedHistory": object([
        "changesets": ["type": "integer"], "rejectedRows": ["type": "integer"], "files": ["type": "integer"],
      ]),
    ]
  }

  private static let members: JSONObject = [
    "id": ["type": "integer", "format": "int64"],
    "name": ["type": "string", "description": "The description in the requested language"],
    "at": ["type": "string", "format": "date-time"],
    "origin": ["type": "string", "enum": .array(ChangeSet.Origin.allCases.map { .string($0.rawValue) })],
    "person": ["type": ["string", "null"], "description": "The name, as of then, of who made it"],
    "personId": [
      "type": "integer", "format": "int64", "description": "The identity of the person; only with accounts",
    ],
    "undoes": ["type": ["integer", "null"], "format": "int64"],
    "undoneBy": ["type": ["integer", "null"], "format": "int64"],
    "canBeUndone": [
      "type": "boolean",
      "description":
        "Whether its undo would undo anything, as its plan says; of more than 10,000 changes the newest are examined, and lists examine 30,000 changes in all",
    ],
    "reason": ["type": ["string", "null"], "description": "The reason why its images are no longer stored"],
  ]

  private static let undo: JSONObject = [
    "goesBack": [
      "type": "integer", "description": "The number of records, links and settings of which anything goes back",
    ],
    "stays": ["type": "integer", "description": "The number of those of which anything stays as it is now"],
    "items": [
      "type": "array", "description": "What stays, at most 1000 items",
      "items": object([
        "id": ["type": "string", "description": "For `putBack`: products/7/unitPrice"],
        "entity": ["type": ["string", "null"]], "record": ["type": "integer", "format": "int64"],
        "field": [
          "type": ["string", "null"], "description": "The attribute or relationship; null for the whole record",
        ],
        "title": ["type": "string"], "reason": ["type": "string", "description": "Why it stays"],
        "before": ["description": "The value that the undo would restore"], "now": ["description": "The value of now"],
        "canBePutBack": ["type": "boolean", "description": "Whether nothing but a later change keeps it"],
      ]),
    ],
  ]

  private static var plan: JSONObject {
    var plan = undo
    plan["obstacle"] = ["type": ["string", "null"], "description": "The reason why the undo would be refused"]
    return plan
  }

  private static let changes: JSONValue = [
    "type": "object",
    "description": "By field: the values before and after; for links the removed and added ids",
    "additionalProperties": ["type": "array", "minItems": 2, "maxItems": 2],
  ]

  private static let change: JSONValue = [
    "type": "object", "required": ["entity", "id", "operation", "changes"],
    "properties": [
      "entity": ["type": "string"], "id": ["type": "integer", "format": "int64"],
      "lastID": ["type": "integer", "format": "int64", "description": "The last id of a range of imported records"],
      "operation": ["enum": ["insert", "update", "delete"]], "changes": changes,
    ],
  ]

  private static let deleted: JSONValue = object([
    "id": ["type": "integer", "format": "int64", "description": "The number for restoring it"],
    "entity": ["type": "string"], "record": ["type": "integer", "format": "int64"],
    "values": ["type": "object", "description": "Its values when it was deleted; for bytes their number"],
    "changeset": .schema("Changeset"),
  ])

  private static func object(_ properties: JSONObject) -> JSONValue {
    [
      "type": "object", "required": .array(properties.map(\.key).filter { $0 != "personId" }.map { .string($0) }),
      "properties": .object(properties),
    ]
  }

  private static func page(of item: JSONValue) -> JSONValue {
    object([
      "items": ["type": "array", "items": item],
      "total": ["type": ["integer", "null"], "description": "The total number; null if it is not counted"],
      "next": ["type": ["string", "null"], "description": "The cursor of the next page"],
    ])
  }
}
