import KartotekaModel
import KartotekaScreens

/// One entity as the OpenAPI document has it.
struct OpenAPIEntity {
  let entity: EntityDescription
  let app: AppDescription

  /// The name of the schema of its records: `User`.
  var name: String { Self.name(of: entity) }
  /// The address of its records.
  var path: String { "/api/\(app.name)/\(entity.plural)" }

  static func name(of entity: EntityDescription) -> String {
    entity.name.prefix(1).uppercased() + entity.name.dropFirst()
  }

  static func reference(_ schema: String) -> JSONValue { ["$ref": .string("#/components/schemas/" + schema)] }

  // MARK: Schemas

  /// Its records, new ones, changes, pages.
  var schemas: JSONObject {
    let inputs: JSONObject =
      entity.isDerived ? [:] : ["New" + name: input(isNew: true), name + "Changes": input(isNew: false)]
    return ([name: record] as JSONObject).merging(inputs).merging([
      name + "Page": [
        "type": "object", "required": ["items", "total", "next"],
        "properties": [
          "items": ["type": "array", "items": Self.reference(name)],
          "total": ["type": "integer", "description": "How many records match in all"],
          "next": [
            "type": ["string", "null"], "description": "The cursor of the next page; null when this is the last",
          ],
        ],
      ]
    ])
  }

  private var record: JSONValue {
    var properties: JSONObject = ["id": ["type": "integer", "format": "int64", "minimum": 1, "readOnly": true]]
    for column in entity.columns { properties[column.name] = .object(schema(of: column)) }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array((["id"] + entity.columns.map(\.name)).map { .string($0) }),
    ]
  }

  private func schema(of column: ColumnDescription) -> JSONObject {
    var schema: JSONObject
    switch column {
    case .attribute(let attribute):
      schema = attribute.schemaKind.schema(for: attribute)
      if !attribute.isRequired { schema = schema.orNull }
    case .toOne(let relationship):
      let target = app.model.entity(named: relationship.target).map(Self.name) ?? ""
      schema = [
        "oneOf": [.object(identifier(relationship)), Self.reference(target)],
        "description": "The related record's id, or the record when included",
      ]
    }
    schema["title"] = .string(column.label)
    if column.writability == .never { schema["readOnly"] = true }
    return schema
  }

  private func identifier(_ relationship: RelationshipDescription) -> JSONObject {
    let schema: JSONObject = ["type": "integer", "format": "int64", "minimum": 1]
    return relationship.isRequired ? schema : schema.orNull
  }

  /// What a new record, or a change of one, is sent as.
  func input(isNew: Bool) -> JSONValue {
    var properties = JSONObject()
    var required: [JSONValue] = []
    for column in entity.columns where column.writability == .always || isNew && column.writability == .onInsert {
      properties[column.name] = .object(inputSchema(of: column))
      if isNew, column.isRequired, !hasDefault(column) { required.append(.string(column.name)) }
    }
    var schema: JSONObject = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "examples": [.object(example(isNew: isNew))],
    ]
    if !required.isEmpty { schema["required"] = .array(required) }
    return .object(schema)
  }

  private func inputSchema(of column: ColumnDescription) -> JSONObject {
    var schema: JSONObject
    switch column {
    case .attribute(let attribute):
      schema = attribute.schemaKind.inputSchema(for: attribute)
      if !attribute.isRequired { schema = schema.orNull }
      if !attribute.defaultValue.isNull {
        var json = JSONWriter()
        attribute.behavior.write(attribute.defaultValue, to: &json, for: attribute)
        if let value = try? JSONParser.parse(json.bytes) { schema["default"] = value }
      }
    case .toOne(let relationship): schema = identifier(relationship)
    }
    schema["title"] = .string(column.label)
    return schema
  }

  private func hasDefault(_ column: ColumnDescription) -> Bool {
    if case .attribute(let attribute) = column { !attribute.defaultValue.isNull } else { false }
  }

  private func example(isNew: Bool) -> JSONObject {
    var example = JSONObject()
    for column in entity.columns where column.writability == .always && (isNew || example.isEmpty) {
      switch column {
      case .attribute(let attribute): example[column.name] = attribute.schemaKind.example(for: attribute)
      case .toOne: example[column.name] = 1
      }
    }
    return example
  }
}
