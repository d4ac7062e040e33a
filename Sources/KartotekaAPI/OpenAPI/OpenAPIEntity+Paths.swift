import KartotekaModel

extension OpenAPIEntity {
  /// The paths of the entity with their items.
  var paths: [(String, JSONObject)] {
    let parameters = OpenAPIParameters(entity: entity, model: app.model)
    var collection: JSONObject = ["get": list(parameters)]
    var record: JSONObject = [
      "parameters": .array(OpenAPIParameters.id(of: entity)), "get": read(parameters),
    ]
    // Derived records are read-only.
    if !entity.isDerived {
      collection["post"] = create
      record["patch"] = change
      record["delete"] = delete
    }
    var paths = [(path, collection), (path + "/{id}", record)]
    for attribute in entity.attributes where attribute.isBytes { paths.append(bytes(attribute)) }
    for relationship in entity.relationships where relationship.cardinality != .toOne {
      paths += related(relationship)
    }
    return paths
  }

  /// The singular noun with its article, such as "a person" or "an order".
  private var oneNoun: String {
    let noun = entity.nouns.one
    return ("aeiou".contains(noun.prefix(1).lowercased()) ? "an " : "a ") + noun
  }

  private func list(_ parameters: OpenAPIParameters) -> JSONValue {
    operation(
      "list" + plural, "A page of the \(entity.nouns.many)", parameters: parameters.list + parameters.asOf,
      answers: [
        "200": Self.answer("The page, or figures", OpenAPIAggregates.answer(Self.reference(name + "Page")))
      ], [400, 409, 410])
  }

  private var create: JSONValue {
    operation(
      "create" + name, "Adds \(oneNoun)", parameters: OpenAPIParameters.references(["IdempotencyKey"]),
      body: Self.body("application/json", "New" + name),
      answers: ["201": Self.answer("The new record", Self.reference(name), headers: ["ETag", "Location"])],
      [400, 403, 409, 413, 415, 422, 429, 503])
  }

  private func read(_ parameters: OpenAPIParameters) -> JSONValue {
    operation(
      "read" + name, "One \(entity.nouns.one)",
      parameters: OpenAPIParameters.references(["IfNoneMatch"]) + parameters.include + parameters.asOf,
      answers: [
        "200": Self.answer("The record", Self.reference(name), headers: ["ETag"]),
        "304": ["description": "The entity tag has not changed"],
      ], [400, 404, 410])
  }

  private var change: JSONValue {
    operation(
      "change" + name, "Changes fields (JSON Merge Patch); null removes a value",
      parameters: OpenAPIParameters.references(["IfMatch"]),
      body: Self.body("application/merge-patch+json", name + "Changes"),
      answers: ["200": Self.answer("The changed record", Self.reference(name), headers: ["ETag"])],
      [400, 403, 404, 409, 412, 413, 415, 422, 429, 503])
  }

  private var delete: JSONValue {
    operation(
      "delete" + name, "Deletes \(oneNoun)", parameters: OpenAPIParameters.references(["IfMatch"]),
      answers: ["204": ["description": "It is deleted"]], [400, 403, 404, 409, 412, 429, 503])
  }

  // MARK: Pieces

  /// The plural in operation ids, such as `OrderDetails`.
  var plural: String {
    Self.identifier(entity.plural).split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// An operation.
  func operation(
    _ id: String, _ summary: String, parameters: [JSONValue] = [], body: JSONValue? = nil, answers: JSONObject,
    _ problems: [Int]
  ) -> JSONValue {
    var operation: JSONObject = [
      "operationId": .string(id), "summary": .string(summary), "tags": [.string(entity.plural)],
    ]
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    operation["requestBody"] = body
    operation["responses"] = .object(answers.merging(OpenAPIProblem.references(problems)))
    return .object(operation)
  }

  /// A request body with the given schema.
  static func body(_ type: String, _ schema: String) -> JSONValue {
    ["required": true, "content": .object([type: ["schema": reference(schema)]])]
  }

  /// A response with the given schema.
  static func answer(_ description: String, _ schema: JSONValue, headers: [String] = []) -> JSONValue {
    var answer: JSONObject = [
      "description": .string(description), "content": ["application/json": ["schema": schema]],
    ]
    if !headers.isEmpty {
      answer["headers"] = .object(
        JSONObject(headers.map { ($0, ["$ref": .string("#/components/headers/" + $0)]) }))
    }
    return .object(answer)
  }
}
