import KartotekaModel

/// The JSON Schema of a kind's values (JSON Schema 2020-12, as in OpenAPI 3.1).
protocol JSONSchemaKind: AttributeKind {
  /// The schema of a value in responses; never null.
  func schema(for attribute: AttributeDescription) -> JSONObject
  /// The schema of a value in requests.
  func inputSchema(for attribute: AttributeDescription) -> JSONObject
  /// An example value.
  func example(for attribute: AttributeDescription) -> JSONValue
}

extension JSONSchemaKind {
  /// The schema of responses.
  func inputSchema(for attribute: AttributeDescription) -> JSONObject { schema(for: attribute) }

  /// The minimum and maximum of numbers.
  func range(of attribute: AttributeDescription) -> JSONObject {
    var range = JSONObject()
    for (keyword, value) in [("minimum", attribute.minimum), ("maximum", attribute.maximum)] where !value.isNull {
      range[keyword] = .number(text(value, for: attribute.plain))
    }
    return range
  }

  /// The lengths and pattern of texts.
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
  /// The kind's schemas. A test checks that every kind has them.
  var schemaKind: any JSONSchemaKind { behavior as? any JSONSchemaKind ?? TextKind() }
}

extension JSONObject {
  /// The members of both objects. Members of `other` take precedence.
  func merging(_ other: JSONObject) -> JSONObject {
    var result = self
    for (key, value) in other { result[key] = value }
    return result
  }

  /// The schema extended by null.
  var orNull: JSONObject {
    var result = self
    if let type = result["type"] { result["type"] = .array([type, "null"]) }
    if case .array(let values) = result["enum"] { result["enum"] = .array(values + [.null]) }
    return result
  }
}
