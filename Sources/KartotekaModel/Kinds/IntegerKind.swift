/// A whole number. Unless the attribute has a minimum or maximum, it is in -2^53 to 2^53: JavaScript has these numbers
/// exactly, and sums of them in an application's code do not overflow.
package struct IntegerKind: NotationDependentKind {
  /// `integer`.
  package let name = KindName.integer
  /// Stored as a number.
  package let storage = StorageClass.integer
  /// Values have an order.
  package let hasRange = true

  /// The kind.
  package init() {}

  /// Parses digits with an optional sign and group separators. Decimal places may be zeros, as many programs write
  /// them, except three of them, which look like a group.
  /// - Throws: ``ValueFault`` for anything else, for ambiguous text, and for numbers that do not fit in 64 bits.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try value(text: text, for: attribute, in: .canonical)
  }

  package func value(
    text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value {
    if attribute.form == .duration {
      guard let minutes = DurationText.minutes(text) else {
        throw ValueFault("This has to be a duration in hours and minutes, such as 1:30 or 90 min")
      }
      return .integer(minutes)
    }
    if let integer = Int64(text) { return .integer(integer) }
    if attribute.form == .rating, let stars = StarText.number(text) { return .integer(stars) }
    if let number = try NumberText.decimal(text, in: notation) {
      let parts = number.split(separator: ".")
      let fraction = parts.count > 1 ? parts[1] : ""
      if fraction.count != 3, fraction.allSatisfy({ $0 == "0" }), let integer = Int64(parts[0]) {
        return .integer(integer)
      }
    }
    throw ValueFault("This has to be a whole number")
  }

  package func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence { NumberText.evidence(in: text) }

  /// - Throws: ``ValueFault`` unless it is a whole number in any JSON form (`1.0`, `1e5`), or a string with one.
  package func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    switch json {
    case .number(let literal):
      guard let integer = Int64(literal) ?? Self.exact(literal) else {
        throw ValueFault("This has to be a whole number")
      }
      return .integer(integer)
    case .string(let literal): return try value(untrimmed: literal, for: attribute)
    default: throw ValueFault("This has to be a whole number")
    }
  }

  /// The exact whole number of a JSON number; nil if it has decimal places or does not fit in 64 bits.
  private static func exact(_ literal: String) -> Int64? {
    let parts = literal.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    guard let mantissa = parts.first else { return nil }
    let halves = mantissa.split(separator: ".", maxSplits: 1)
    guard let whole = halves.first else { return nil }
    let fraction = halves.count > 1 ? halves[1] : ""
    let digits = whole + fraction
    if digits.allSatisfy({ $0 == "0" || $0 == "-" }) { return 0 }
    // 64 bits hold 19 digits; no number with an exponent of several hundred fits.
    guard let exponent = parts.count > 1 ? Int(parts[1]) : 0, (-500...500).contains(exponent) else { return nil }
    let places = fraction.count - exponent
    if places <= 0 { return Int64(digits + String(repeating: "0", count: -places)) }
    guard places < digits.count, digits.suffix(places).allSatisfy({ $0 == "0" }) else { return nil }
    return Int64(digits.dropLast(places))
  }

  /// Digits in exported form, of a number in the attribute's range.
  package func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    if attribute.form == .duration { return nil }
    let isAllowed = attribute.numberCheck
    return { bytes in CanonicalBytes.integer(bytes).map(isAllowed) ?? false }
  }

  /// The limit of a number without a minimum or maximum of its own.
  package static let limit: Int64 = 1 << 53

  /// An error for a number beyond the limit, on a side where the attribute has none of its own.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .integer(let integer) = value else { return nil }
    if integer > Self.limit, attribute.maximum.isNull {
      return ValueFault(Phrase("This has to be at most {maximum}", ["maximum": .text(String(Self.limit))]))
    }
    if integer < -Self.limit, attribute.minimum.isNull {
      return ValueFault(Phrase("This has to be at least {minimum}", ["minimum": .text(String(-Self.limit))]))
    }
    return nil
  }

  /// The digits, or hours and minutes.
  package func text(_ value: Value, for attribute: AttributeDescription) -> String {
    guard case .integer(let integer) = value else { return StoredKind().text(value, for: attribute) }
    return attribute.form == .duration ? DurationText.text(integer) : String(integer)
  }

  /// The number with the language's digit groups, a year without them, hours and minutes, or stars.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .integer(let integer) = value, let number = Int(exactly: integer) else {
      return StoredKind().display(value, for: attribute, in: say)
    }
    if attribute.form == .duration { return DurationText.text(integer) }
    if let stars = StarText.text(integer, of: attribute) { return stars }
    // Numbers that identify something are not grouped.
    let isPlain = attribute.isSequence || attribute.isUnique || attribute.form == .year
    return isPlain ? String(number) : say.language.grouped(number)
  }
}
