import KartotekaModel
import KartotekaStore

// Computed values and parts of records.
extension OpenAPIEntity {
  /// The schemas of computed values.
  var computedSchemas: [(String, JSONValue)] {
    var schemas = entity.computed.map { computed -> (String, JSONValue) in
      var schema = computed.attribute.schemaKind.schema(for: computed.attribute).orNull
      schema["title"] = .string(computed.attribute.label)
      schema["readOnly"] = true
      return (computed.name, .object(schema))
    }
    if !entity.states.isEmpty {
      let names = entity.states.map { JSONValue.string($0.name) }
      schemas.append((ComputedValues.stateKey, ["readOnly": true, "enum": .array(names + [.null])]))
    }
    return schemas
  }

  /// The schemas of lists of parts in requests.
  func parts(isNew: Bool) -> [(String, JSONValue)] {
    entity.relationships.compactMap { relationship in
      guard let owner = relationship.partOwner(in: app.model),
        let target = app.model.entity(named: relationship.target)
      else { return nil }
      var item = OpenAPIEntity(entity: target, app: app).input(isNew: isNew, partOf: owner.name)
      if !isNew, case .object(var object) = item, case .object(var properties) = object["properties"] {
        properties["id"] = ["type": "integer", "format": "int64", "minimum": 1]
        object["properties"] = .object(properties)
        item = .object(object)
      }
      var schema: JSONObject = [
        "type": "array", "title": .string(relationship.label), "items": item,
        "maxItems": .number(String(RecordWithParts.limit)),
        "description": .string(
          isNew
            ? "Its \(target.nouns.many), added with it or not at all"
            : "All its \(target.nouns.many) from now on: with an id changed, without added, those missing deleted"),
      ]
      if relationship.minimumCount > 0 { schema["minItems"] = .number(String(relationship.minimumCount)) }
      return (relationship.name, .object(schema))
    }
  }

  /// The schemas of the ids of related records in a new record.
  var newRelated: [(String, JSONValue)] {
    entity.relationships.filter { $0.takesIDs(in: app.model) }.map { relationship in
      let id: JSONValue = ["type": "integer", "format": "int64", "minimum": 1]
      return (
        relationship.name,
        [
          "type": "array", "title": .string(relationship.label), "items": id,
          "maxItems": .number(String(RelatedIDs.limit)), "description": "The ids of the related records",
        ]
      )
    }
  }

  /// The schemas of included to-many and many-to-many relationships.
  var includedSchemas: [(String, JSONValue)] {
    entity.relationships.filter { $0.cardinality != .toOne }.flatMap { relationship -> [(String, JSONValue)] in
      guard let target = app.model.entity(named: relationship.target) else { return [] }
      let list: JSONValue = [
        "type": "array", "title": .string(relationship.label), "items": .schema(Self.name(of: target)),
        "maxItems": .number(String(IncludedRecords.limit)), "readOnly": true,
        "description": "If included: the first records",
      ]
      let total: JSONValue = [
        "type": "integer", "readOnly": true,
        "description": .string("Where \(relationship.name) is included: how many there are"),
      ]
      return [(relationship.name, list), (RecordWriter.totalName(of: relationship.name), total)]
    }
  }

  /// The short form of the filter by state; empty if the entity has no states.
  static func state(of entity: EntityDescription) -> [JSONValue] {
    guard !entity.states.isEmpty else { return [] }
    let names = entity.states.map { JSONValue.string($0.name) }
    return [
      [
        "name": .string(ComputedValues.stateKey), "in": "query", "description": "Only records in that state",
        "schema": ["enum": .array(names)],
      ]
    ]
  }
}
