import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The OpenAPI description of an action.
struct OpenAPIAction {
  let action: ActionDescription
  let app: AppDescription
  /// The answer beside the sentence.
  var answer: Action.Answer?

  /// The name of the security scheme of administrators' actions.
  static let administrator = "administrator"
  /// The tag of actions of the application.
  static let tag = "actions"

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
  static let securityScheme: JSONValue = [
    "type": "http", "scheme": "bearer",
    "description": "The token of KARTOTEKA_ADMIN_TOKEN, else of the file admin-token in the data folder",
  ]

  private var entity: EntityDescription? {
    switch action.scope {
    case .app: nil
    case .entity(let name), .record(let name): app.model.entity(named: name)
    }
  }

  private var isOnRecord: Bool { if case .record = action.scope { true } else { false } }

  /// The path.
  var path: String {
    let place = (entity.map { "/" + $0.plural } ?? "") + (isOnRecord ? "/{id}" : "")
    return "/api/\(URLPath.encoded(app.name))\(place)/actions/\(action.name)"
  }

  /// The path item.
  var item: JSONObject {
    var item: JSONObject = isOnRecord ? ["parameters": .array(OpenAPIParameters.references(["Id"]))] : [:]
    item["post"] = .object(operation)
    return item
  }

  private var success: JSONValue {
    let result = OpenAPIEntity.reference("ActionResult")
    switch answer {
    case nil: return OpenAPIEntity.answer("Done", result)
    case .value(_, let shape):
      let value: JSONValue = ["type": "object", "required": ["value"], "properties": ["value": shape.schema]]
      return OpenAPIEntity.answer("Done", ["allOf": [result, value]])
    case .file:
      return ["description": "The file", "content": ["*/*": ["schema": ["type": "string", "format": "binary"]]]]
    }
  }

  private var operation: JSONObject {
    let words = action.name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    var operation: JSONObject = [
      "operationId": .string("do" + words.joined()), "summary": .string(action.title),
      "tags": [.string(entity?.plural ?? Self.tag)],
      "parameters": .array(OpenAPIParameters.references(["IdempotencyKey"])),
    ]
    var problems = [400, 403, 409, 413, 415, 422, 429, 503] + (isOnRecord ? [404] : [])
    if action.audience == .administrator {
      operation["security"] = [.object([Self.administrator: []])]
      problems.append(401)
    }
    if !action.form.columns.isEmpty {
      let described = OpenAPIEntity(entity: action.form, app: app)
      let isNeeded = action.form.columns.contains { $0.isRequired && !described.hasDefault($0) }
      let schema = described.input(isNew: true)
      operation["requestBody"] = [
        "required": .bool(isNeeded), "content": ["application/json": ["schema": schema]],
      ]
    }
    let answers: JSONObject = ["200": success]
    operation["responses"] = .object(answers.merging(OpenAPIProblem.references(problems)))
    return operation
  }
}
