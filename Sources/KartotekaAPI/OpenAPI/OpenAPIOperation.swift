import KartotekaModel

/// The documentation of an operation, beside what follows from its method, its path and its parameters.
struct OpenAPIOperation: Sendable {
  let name: String
  let summary: String
  let tag: String?
  let parameters: [JSONValue]
  /// The parameter `id` of its path.
  let id: JSONValue
  let body: JSONValue?
  let answers: JSONObject
  /// The statuses of problems that do not follow.
  let problems: [Int]

  init(
    _ name: String, _ summary: String, tag: String? = nil, parameters: [JSONValue] = [],
    id: JSONValue = OpenAPIParameters.reference("Id"), body: JSONValue? = nil, answers: JSONObject,
    problems: [Int] = []
  ) {
    (self.name, self.summary, self.tag, self.parameters, self.id) = (name, summary, tag, parameters, id)
    (self.body, self.answers, self.problems) = (body, answers, problems)
  }

  /// The names of the parameters in its query; nil for lists, whose filters have more forms than are documented.
  var queryNames: [String]? {
    var names: [String] = []
    for parameter in parameters {
      guard let object = OpenAPIParameters.resolved(parameter) else { return nil }
      if object["in"] == "query", case .string(let name)? = object["name"] { names.append(name) }
    }
    return names
  }
}

extension JSONValue {
  /// A schema of the document's components.
  static func schema(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/" + name)] }

  /// A request body with the given schema.
  static func body(
    _ schema: JSONValue, as type: String = "application/json", isRequired: Bool = true
  ) -> JSONValue {
    ["required": .bool(isRequired), "content": .object([type: ["schema": schema]])]
  }

  /// An answer without a body.
  static func answer(_ description: String, headers: [String] = []) -> JSONValue {
    var answer: JSONObject = ["description": .string(description)]
    if !headers.isEmpty {
      answer["headers"] = .object(
        JSONObject(headers.map { ($0, ["$ref": .string("#/components/headers/" + $0)]) }))
    }
    return .object(answer)
  }

  /// An answer with a body of the given schema.
  static func answer(
    _ description: String, _ schema: JSONValue, as type: String = "application/json", headers: [String] = []
  ) -> JSONValue {
    guard case .object(var answer) = answer(description, headers: headers) else { return .null }
    answer["content"] = .object([type: ["schema": schema]])
    return .object(answer)
  }

  /// The answer of a conditional request whose client has the current version.
  static let unchanged = answer("The entity tag has not changed")

  /// Bytes of any type.
  static let bytes: JSONValue = ["type": "string", "format": "binary"]
}
