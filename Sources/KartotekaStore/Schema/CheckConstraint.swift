import KartotekaModel

/// The condition of a kind of attribute on its column beside the attribute's own rules: an SQL expression that has to
/// be true of every value, made of built-in functions only, so that other programs are held to it too.
protocol CheckConstraint: AttributeKind {
  /// The expression for a quoted column name; nil when the storage class says it all.
  func check(column: String, for attribute: AttributeDescription) -> String?
}

extension BooleanKind: CheckConstraint {
  func check(column: String, for attribute: AttributeDescription) -> String? { "\(column) IN (0, 1)" }
}

extension DateKind: CheckConstraint {
  // date() gives NULL for what is no date, and another text for days like 2026-02-31.
  func check(column: String, for attribute: AttributeDescription) -> String? {
    "\(column) IS date(\(column), '+0 days')"
  }
}

extension TimestampKind: CheckConstraint {
  func check(column: String, for attribute: AttributeDescription) -> String? {
    "\(column) IS strftime('%Y-%m-%dT%H:%M:%fZ', \(column))"
  }
}

extension ChoiceKind: CheckConstraint {
  func check(column: String, for attribute: AttributeDescription) -> String? {
    "\(column) IN (\(attribute.choices.map { SQL.literal($0.value) }.joined(separator: ", ")))"
  }
}

extension CoordinateKind: CheckConstraint {
  func check(column: String, for attribute: AttributeDescription) -> String? {
    let comma = "instr(\(column), ',')"
    return "\(comma) > 1 AND CAST(substr(\(column), 1, \(comma) - 1) AS REAL) BETWEEN -90 AND 90 "
      + "AND CAST(substr(\(column), \(comma) + 1) AS REAL) BETWEEN -180 AND 180"
  }
}

extension CountryKind: CheckConstraint {
  func check(column: String, for attribute: AttributeDescription) -> String? {
    "\(column) IN (\(CountryCode.all.map { SQL.literal($0.code) }.joined(separator: ", ")))"
  }
}

extension MailKind: CheckConstraint {
  func check(column: String, for attribute: AttributeDescription) -> String? { "\(column) LIKE '_%@_%._%'" }
}

extension URLKind: CheckConstraint {
  func check(column: String, for attribute: AttributeDescription) -> String? {
    "\(column) LIKE 'http://_%' OR \(column) LIKE 'https://_%'"
  }
}

extension PhoneKind: CheckConstraint {
  func check(column: String, for attribute: AttributeDescription) -> String? {
    // An extension follows an x: +48 225 550 147 x12.
    "\(column) GLOB '[+0-9]*' AND NOT \(column) GLOB '*[^+0-9 x]*' AND NOT \(column) GLOB '*x*[^0-9]*'"
  }
}
