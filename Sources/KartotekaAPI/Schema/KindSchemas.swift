import KartotekaModel

// The JSON Schema of each kind's values.

extension BlobKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    ["type": "string", "format": "uri-reference", "description": "The address of the bytes"]
  }

  func inputSchema(for attribute: AttributeDescription) -> JSONObject {
    [
      "type": "string", "contentEncoding": "base64",
      "description": "The bytes; send large ones to their own address",
    ]
  }

  func example(for attribute: AttributeDescription) -> JSONValue { "iVBORw0KGgo=" }
}

extension BooleanKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject { ["type": "boolean"] }

  func example(for attribute: AttributeDescription) -> JSONValue { true }
}

extension ChoiceKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    ["type": "string", "enum": .array(attribute.choices.map { .string($0.value) })]
  }

  func example(for attribute: AttributeDescription) -> JSONValue { .string(attribute.choices.first?.value ?? "") }
}

extension CoordinateKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    [
      "type": "object", "description": "Degrees, WGS 84",
      "properties": [
        "latitude": ["type": "number", "minimum": -90, "maximum": 90],
        "longitude": ["type": "number", "minimum": -180, "maximum": 180],
      ],
      "required": ["latitude", "longitude"],
    ]
  }

  func example(for attribute: AttributeDescription) -> JSONValue { ["latitude": 52, "longitude": 21] }
}

extension CountryKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    [
      "type": "string", "pattern": "^[A-Z]{2}$",
      "description": "A country or territory: its ISO 3166-1 alpha-2 code, or XK for Kosovo",
    ]
  }

  func inputSchema(for attribute: AttributeDescription) -> JSONObject {
    [
      "type": "string", "minLength": attribute.isRequired ? 1 : 0, "maxLength": 200,
      "description":
        "A country or territory: its code of two or three letters, or its name in English, Polish or Russian",
    ]
  }

  func example(for attribute: AttributeDescription) -> JSONValue { "PT" }
}

extension DateKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject { ["type": "string", "format": "date"] }

  func example(for attribute: AttributeDescription) -> JSONValue {
    .string(attribute.minimum.isNull ? "2026-11-21" : text(attribute.minimum, for: attribute))
  }
}

extension DecimalKind: JSONSchemaKind {
  // No "multipleOf": 0.01 has no exact binary representation, and validators that use binary numbers refuse 18.50.
  func schema(for attribute: AttributeDescription) -> JSONObject {
    let exact = "Exact, with \(attribute.scale) digits after the point"
    let words = attribute.form == .percent ? exact + "; a percentage: 0.25 is 25 %" : exact
    return (["type": "number", "description": .string(words)] as JSONObject).merging(range(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue {
    // A quarter, where most percentages are at most 1.
    let usual: Int64 = attribute.form == .percent ? FetchExpression.power(max(0, attribute.scale - 2)) * 25 : 1850
    return .number(digits(attribute.minimum.isNull ? .integer(usual) : attribute.minimum, for: attribute))
  }
}

extension IntegerKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    var schema: JSONObject = ["type": "integer", "format": "int64"]
    switch attribute.form {
    case .duration: schema["description"] = "A duration in minutes"
    case .rating: schema["description"] = "A number of stars"
    case .year: schema["description"] = "A year"
    case .percent, nil: break
    }
    return schema.merging(range(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue {
    .number(attribute.minimum.isNull ? "12" : text(attribute.minimum, for: attribute.plain))
  }
}

extension MailKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    (["type": "string", "format": "email"] as JSONObject).merging(lengths(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue { "anna@example.org" }
}

extension PhoneKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    let (least, most) = (Self.digits.lowerBound, Self.digits.upperBound)
    let (short, long) = (PhoneText.extensionDigits.lowerBound, PhoneText.extensionDigits.upperBound)
    return
      ([
        "type": "string",
        "description": "In international format, with an extension as x12 behind it, whatever was sent",
        "pattern": .string("^(?:\\D*\\d){\(least),\(most)}(?:\\D+\\d{\(short),\(long)})?\\D*$"),
      ] as JSONObject)
      .merging(lengths(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue { "+48 225 550 1472" }
}

extension PictureKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    ["type": "string", "format": "uri-reference", "description": "The address of the picture"]
  }

  func inputSchema(for attribute: AttributeDescription) -> JSONObject { BlobKind().inputSchema(for: attribute) }

  func example(for attribute: AttributeDescription) -> JSONValue { BlobKind().example(for: attribute) }
}

extension RealKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    (["type": "number", "format": "double"] as JSONObject).merging(range(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue {
    .number(attribute.minimum.isNull ? "1.5" : text(attribute.minimum, for: attribute))
  }
}

extension TextKind: JSONSchemaKind {
  // Between the digits there may be spaces and hyphens, which are left out.
  private static let articleNumber: JSONValue = {
    let digit = "[ \\u00a0\\u2010\\u2011\\u2013-]*[0-9]"
    return .string("^(?:\(digit)){8}(?:(?:\(digit)){4,6})?[ \\u00a0\\u2010\\u2011\\u2013-]*$")
  }()

  func schema(for attribute: AttributeDescription) -> JSONObject {
    var schema: JSONObject = ["type": "string"]
    if attribute.barcode == .article {
      schema["description"] = "The number of an article with its check digit: EAN-13, EAN-8, UPC-A, GTIN-14"
      schema["pattern"] = Self.articleNumber
    }
    if let series = attribute.series {
      schema["description"] = .string("The next number of the series \(series) where a new record has none")
    }
    return schema.merging(lengths(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue {
    if let series = attribute.numbers, let day = CalendarDate(year: 2026, month: 11, day: 20) {
      return .string(series.frame(on: day).text(42))
    }
    return .string(attribute.barcode == .article ? "4006381333931" : attribute.label)
  }
}

extension TimestampKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject { ["type": "string", "format": "date-time"] }

  func example(for attribute: AttributeDescription) -> JSONValue {
    .string(attribute.minimum.isNull ? "2026-11-21T09:12:00.000Z" : text(attribute.minimum, for: attribute))
  }
}

extension URLKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    (["type": "string", "format": "uri"] as JSONObject).merging(lengths(of: attribute))
  }

  func example(for attribute: AttributeDescription) -> JSONValue { "https://example.org" }
}

extension StoredMomentKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject { StoredKind().schema(for: attribute) }

  func example(for attribute: AttributeDescription) -> JSONValue { "2026-11-21 09:12:00" }
}

extension StoredJSONKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject { StoredKind().schema(for: attribute) }

  func example(for attribute: AttributeDescription) -> JSONValue { #"{"a": [1, 2]}"# }
}

extension StoredKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    [
      "type": ["string", "number", "object"],
      "description": "The value as it is stored; bytes are an object with Base64 as \"base64\"",
    ]
  }

  func example(for attribute: AttributeDescription) -> JSONValue { .string(attribute.label) }
}

extension OwnKind: JSONSchemaKind {
  func schema(for attribute: AttributeDescription) -> JSONObject {
    var schema = inputSchema(for: attribute)
    if let pattern { schema["pattern"] = .string("^(?:\(pattern))$") }
    return schema
  }

  // People and programs may write it otherwise than in its normal form.
  func inputSchema(for attribute: AttributeDescription) -> JSONObject {
    var schema: JSONObject = ["type": "string"]
    if attribute.isRequired { schema["minLength"] = 1 }
    if let summary { schema["description"] = .string(summary) }
    return schema
  }

  func example(for attribute: AttributeDescription) -> JSONValue { .string(example) }
}
