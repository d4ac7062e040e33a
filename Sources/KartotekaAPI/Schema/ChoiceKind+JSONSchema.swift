import KartotekaModel

extension ChoiceKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    ["type": "string", "enum": .array(attribute.choices.map { .string($0.value) })]
  }

  func example(for attribute: AttributeDescription) -> JSONValue { .string(attribute.choices.first?.value ?? "") }
}
