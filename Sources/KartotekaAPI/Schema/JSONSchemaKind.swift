import KartotekaModel

/// What a kind of attribute has to say about its values in the API (JSON Schema 2020-12, as OpenAPI 3.1 has it).
protocol JSONSchemaKind: AttributeKind {
  /// What a value looks like in an answer; never null.
  func schema(for attribute: AttributeDescription) -> JSONObject
  /// What a value has to look like to be taken, where that differs.
  func inputSchema(for attribute: AttributeDescription) -> JSONObject
  /// A value that the attribute would take.
  func example(for attribute: AttributeDescription) -> JSONValue
}

extension JSONSchemaKind {
  /// The same as an answer has it.
  func inputSchema(for attribute: AttributeDescription) -> JSONObject { schema(for: attribute) }

  /// The least and the greatest number, as far as there are any.
  func range(of attribute: AttributeDescription) -> JSONObject {
    var range = JSONObject()
    for (keyword, value) in [("minimum", attribute.minimum), ("maximum", attribute.maximum)] where !value.isNull {
      range[keyword] = .number(text(value, for: attribute))
    }
    return range
  }

  /// How long a text is, and what it looks like.
  func lengths(of attribute: AttributeDescription) -> JSONObject {
    var lengths = JSONObject()
    let least = max(attribute.minimumLength, attribute.isRequired ? 1 : 0)
    if least > 0 { lengths["minLength"] = .number(String(least)) }
    lengths["maxLength"] = .number(String(attribute.maximumLength))
    if let pattern = attribute.pattern { lengths["pattern"] = .string("^(?:\(pattern))$") }
    return lengths
  }
}

extension AttributeDescription {
  /// The kind as far as schemas go; every kind has something to say, which a test makes sure of.
  var schemaKind: any JSONSchemaKind { behavior as? any JSONSchemaKind ?? TextKind() }
}

extension JSONObject {
  /// The members of both; where both have a name, the other's.
  func merging(_ other: JSONObject) -> JSONObject {
    var result = self
    for (key, value) in other { result[key] = value }
    return result
  }

  /// The schema of values that may be null, too.
  var orNull: JSONObject {
    var result = self
    if let type = result["type"] { result["type"] = .array([type, "null"]) }
    if case .array(let values) = result["enum"] { result["enum"] = .array(values + [.null]) }
    return result
  }
}
