import KartotekaModel

extension DecimalKind: JSONSchemaKind {
  // No "multipleOf": 0.01 is no binary number, and validators that compute in those refuse 18.50.
  func schema(for attribute: AttributeDescription) -> JSONObject {
    (["type": "number", "description": .string("Exact, with \(attribute.scale) digits after the point")] as JSONObject)
      .merging(range(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue {
    .number(text(attribute.minimum.isNull ? .integer(1850) : attribute.minimum, for: attribute))
  }
}
