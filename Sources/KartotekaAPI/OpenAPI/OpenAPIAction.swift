import KartotekaApplication
import KartotekaModel
import KartotekaScreens

/// The documentation of an action.
struct OpenAPIAction {
  let action: ActionDescription
  let app: AppDescription
  /// The answer beside the sentence.
  var answer: Action.Answer?

  /// The tag of actions of the application.
  static let tag = "actions"

  /// The name of the schema of the result.
  static let result = "ActionResult"

  /// The schema of the result.
  static let resultSchema: JSONValue = [
    "type": "object", "required": ["action", "message", "changeset"],
    "properties": [
      "action": ["type": "string"],
      "message": ["type": "string", "description": "The description in the requested language"],
      "changeset": [
        "type": ["integer", "null"], "format": "int64",
        "description": "The change set, which can be undone; null if nothing changed",
      ],
    ],
  ]

  private var entity: EntityDescription? { action.scope.entity.flatMap { app.model.entity(named: $0) } }

  private var success: JSONValue {
    let result = JSONValue.schema(Self.result)
    switch answer {
    case nil: return .answer("Done", result)
    case .value(_, let shape):
      let value: JSONValue = ["type": "object", "required": ["value"], "properties": ["value": shape.schema]]
      return .answer("Done", ["allOf": [result, value]])
    case .file: return .answer("The file", .bytes, as: "*/*")
    }
  }

  private var body: JSONValue? {
    guard !action.form.columns.isEmpty else { return nil }
    let described = OpenAPIEntity(entity: action.form, app: app)
    let isNeeded = action.form.columns.contains { $0.isRequired && !described.hasDefault($0) }
    return .body(described.input(isNew: true), isRequired: isNeeded)
  }

  /// The operation.
  var operation: OpenAPIOperation {
    let words = action.name.split(separator: "-").map { String($0).capitalizedFirst }
    return OpenAPIOperation(
      "do" + words.joined(), action.title, tag: entity?.plural ?? Self.tag,
      parameters: OpenAPIParameters.references(["IdempotencyKey"]),
      id: entity.map(OpenAPIParameters.id) ?? OpenAPIParameters.reference("Id"), body: body, answers: ["200": success],
      problems: [409, 413, 415, 422])
  }
}

extension ActionDescription.Scope {
  /// The name of the entity; nil for the application.
  var entity: String? {
    switch self {
    case .app: nil
    case .entity(let name), .record(let name): name
    }
  }
}
