import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The OpenAPI description of an entity.
struct OpenAPIEntity {
  let entity: EntityDescription
  let app: AppDescription

  /// The name of the schema of its records, such as `User`.
  var name: String { Self.name(of: entity) }
  /// The plural in operation ids, such as `OrderDetails`.
  var plural: String {
    Self.identifier(entity.plural).split(separator: "-").map { String($0).capitalizedFirst }.joined()
  }
  /// The singular noun with its article, such as "a person" or "an order".
  var oneNoun: String {
    let noun = entity.nouns.one
    return ("aeiou".contains(noun.prefix(1).lowercased()) ? "an " : "a ") + noun
  }
  /// The parameters of its lists.
  var parameters: OpenAPIParameters { OpenAPIParameters(entity: entity, model: app.model) }

  static func name(of entity: EntityDescription) -> String { identifier(entity.name).capitalizedFirst }

  /// A name as a part of identifiers, which have letters, digits, points, hyphens and underscores.
  static func identifier(_ name: String) -> String {
    URLPath.encoded(name).replacing("%", with: "_").replacing("~", with: "_")
  }

  /// An operation of the entity or its records.
  func operation(
    _ name: String, _ summary: String, parameters: [JSONValue] = [], body: JSONValue? = nil, answers: JSONObject,
    problems: [Int] = []
  ) -> OpenAPIOperation {
    OpenAPIOperation(
      name, summary, tag: entity.plural, parameters: parameters, id: OpenAPIParameters.id(of: entity), body: body,
      answers: answers, problems: problems)
  }

  /// An operation of a relationship or of the bytes of a record.
  func operation(
    _ verb: String, of member: String, _ summary: String, parameters: [JSONValue], body: JSONValue? = nil,
    answers: JSONObject, problems: [Int] = []
  ) -> OpenAPIOperation {
    operation(
      verb + name + Self.identifier(member).capitalizedFirst, summary, parameters: parameters, body: body,
      answers: answers, problems: problems)
  }

  // MARK: Schemas

  /// The schemas of records, new records, changes and pages.
  var schemas: JSONObject {
    let inputs: JSONObject =
      entity.isDerived ? [:] : ["New" + name: input(isNew: true), name + "Changes": input(isNew: false)]
    return ([name: record] as JSONObject).merging(inputs).merging([
      name + "Page": [
        "type": "object", "required": ["items", "total", "next"],
        "properties": [
          "items": ["type": "array", "items": .schema(name)],
          "total": ["type": "integer", "description": "The total number of matching records"],
          "next": [
            "type": ["string", "null"], "description": "The cursor of the next page; null on the last page",
          ],
        ],
      ]
    ])
  }

  private var record: JSONValue {
    var properties: JSONObject = ["id": id]
    for column in entity.columns { properties[column.name] = .object(schema(of: column)) }
    for (name, schema) in computedSchemas + includedSchemas { properties[name] = schema }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array((["id"] + entity.columns.map(\.name)).map { .string($0) }),
    ]
  }

  private var id: JSONValue {
    guard let source = entity.source else {
      return ["type": "integer", "format": "int64", "minimum": 1, "readOnly": true]
    }
    return source.key.isEmpty
      ? ["type": "integer", "format": "int64", "readOnly": true]
      : ["type": "string", "description": "The record's address: the parts of its key", "readOnly": true]
  }

  private func schema(of column: ColumnDescription) -> JSONObject {
    var schema: JSONObject
    switch column {
    case .attribute(let attribute):
      schema = stored(attribute) ?? attribute.schemaKind.schema(for: attribute)
      if !attribute.isRequired { schema = schema.orNull }
    case .toOne(let relationship):
      let target = app.model.entity(named: relationship.target).map(Self.name) ?? ""
      schema = [
        "oneOf": [.object(identifier(relationship)), .schema(target)],
        "description": "The related record's id, or the record when included",
      ]
    }
    schema["title"] = .string(column.label)
    if let stamp = column.stamp { schema["description"] = .string(stamp.about) }
    if case .attribute(let attribute) = column, let help = attribute.help { schema["description"] = .string(help) }
    if column.writability == .never { schema["readOnly"] = true }
    return schema
  }

  // A column of another program's file may have a value of any kind.
  private func stored(_ attribute: AttributeDescription) -> JSONObject? {
    guard attribute.source != nil, !attribute.isBytes else { return nil }
    return ["type": ["string", "number", "boolean", "object"], "description": "The value as it is stored"]
  }

  private func identifier(_ relationship: RelationshipDescription) -> JSONObject {
    if relationship.source != nil {
      let stored: JSONObject = ["type": ["integer", "string", "number"]]
      return relationship.isRequired ? stored : ["type": ["integer", "string", "number", "null"]]
    }
    let schema: JSONObject = ["type": "integer", "format": "int64", "minimum": 1]
    return relationship.isRequired ? schema : schema.orNull
  }

  /// The schema of a new record or of a change.
  /// - Parameter owner: for a part, the relationship to its record, which is set automatically.
  func input(isNew: Bool, partOf owner: String? = nil) -> JSONValue {
    var properties = JSONObject()
    var required: [JSONValue] = []
    for column in entity.columns.filter({ $0.name != owner })
    where column.writability == .always || isNew && column.writability == .onInsert {
      properties[column.name] = .object(inputSchema(of: column))
      if isNew, column.isRequired, !hasDefault(column) { required.append(.string(column.name)) }
    }
    if owner == nil {
      for (name, schema) in parts(isNew: isNew) + (isNew ? newRelated : []) { properties[name] = schema }
    }
    var schema: JSONObject = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "examples": [.object(example(isNew: isNew, partOf: owner))],
    ]
    if !required.isEmpty { schema["required"] = .array(required) }
    if let rules { schema["description"] = .string(rules) }
    return .object(schema)
  }

  private func inputSchema(of column: ColumnDescription) -> JSONObject {
    var schema: JSONObject
    switch column {
    case .attribute(let attribute):
      schema = stored(attribute) ?? attribute.schemaKind.inputSchema(for: attribute)
      if !attribute.isRequired { schema = schema.orNull }
      if !attribute.defaultValue.isNull {
        var json = JSONWriter()
        attribute.behavior.write(attribute.defaultValue, to: &json, for: attribute)
        if let value = try? JSONParser.parse(json.bytes) { schema["default"] = value }
      }
    case .toOne(let relationship): schema = identifier(relationship)
    }
    schema["title"] = .string(column.label)
    if case .attribute(let attribute) = column, let help = attribute.help { schema["description"] = .string(help) }
    let conditions = conditions(of: column)
    if !conditions.isEmpty {
      let known = if case .string(let text)? = schema["description"] { [text] } else { [String]() }
      schema["description"] = .string((known + conditions).joined(separator: " "))
    }
    return schema
  }

  // The formulas of a column, with the names of fields.
  private func conditions(of column: ColumnDescription) -> [String] {
    var sentences: [String] = []
    if let formula = column.requiredIf { sentences.append("Required where \(formula.text).") }
    if let formula = column.shownIf { sentences.append("Forms show it where \(formula.text).") }
    if let formula = column.defaultFormula {
      sentences.append("Unless it is sent, a new record has \(formula.text); null leaves it empty.")
    }
    return sentences
  }

  // The rules of the records.
  private var rules: String? {
    if entity.rules.isEmpty { return nil }
    let rules = entity.rules.map { "\($0.name): \($0.message) (\($0.formula.text))" }
    return "Rules, which problems name: " + rules.joined(separator: "; ")
  }

  /// Whether a new record has a default value in the column.
  func hasDefault(_ column: ColumnDescription) -> Bool {
    guard case .attribute(let attribute) = column else { return false }
    return !attribute.defaultValue.isNull || attribute.defaultSource != nil
  }

  private func example(isNew: Bool, partOf owner: String?) -> JSONObject {
    var example = JSONObject()
    for column in entity.columns.filter({ $0.name != owner })
    where column.writability == .always && (isNew || example.isEmpty) {
      switch column {
      case .attribute(let attribute): example[column.name] = attribute.schemaKind.example(for: attribute)
      case .toOne: example[column.name] = 1
      }
    }
    return example
  }
}

extension String {
  /// The text with a capital at its beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension AttributeDescription.Stamp {
  /// The value in words of the API's description.
  fileprivate var about: String {
    let meaning =
      switch self {
      case .createdAt: "When the record was made."
      case .createdBy: "The name that the person who made the record had then."
      case .changedAt: "When the record was last changed."
      case .changedBy: "The name that the person who last changed the record had then."
      }
    return meaning + " The server sets it; a value that is sent is ignored."
  }
}
