/// A whole number of 64 bits.
public struct IntegerKind: NotationDependentKind {
  /// `integer`.
  public let name = KindName.integer
  /// Stored as a number.
  public let storage = StorageClass.integer
  /// Values have an order.
  public let hasRange = true

  /// The kind.
  public init() {}

  /// Reads digits with an optional sign and marks between groups of three digits. Decimal places may be zeros, as many
  /// programs write them, but for three of them, which look like a group.
  /// - Throws: ``ValueFault`` for anything else, for what has two readings, and for numbers that 64 bits can't hold.
  public func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try value(text: text, for: attribute, in: .canonical)
  }

  package func value(
    text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value {
    if let integer = Int64(text) { return .integer(integer) }
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

  /// - Throws: ``ValueFault`` unless it is a whole number, however JSON writes it (`1.0`, `1e5`), or one written as a
  ///   string.
  public func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
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

  /// The whole number that a number of JSON is exactly; nil when it has decimal places or doesn't fit into 64 bits.
  private static func exact(_ literal: String) -> Int64? {
    let parts = literal.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    guard let mantissa = parts.first else { return nil }
    let halves = mantissa.split(separator: ".", maxSplits: 1)
    guard let whole = halves.first else { return nil }
    let fraction = halves.count > 1 ? halves[1] : ""
    let digits = whole + fraction
    if digits.allSatisfy({ $0 == "0" || $0 == "-" }) { return 0 }
    // 64 bits hold 19 digits; an exponent beyond some hundred leaves nothing that fits.
    guard let exponent = parts.count > 1 ? Int(parts[1]) : 0, (-500...500).contains(exponent) else { return nil }
    let places = fraction.count - exponent
    if places <= 0 { return Int64(digits + String(repeating: "0", count: -places)) }
    guard places < digits.count, digits.suffix(places).allSatisfy({ $0 == "0" }) else { return nil }
    return Int64(digits.dropLast(places))
  }

  /// Digits as they are exported, of a number in the attribute's range.
  public func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    let isAllowed = attribute.numberCheck
    return { bytes in CanonicalBytes.integer(bytes).map(isAllowed) ?? false }
  }

  /// The number with its digits grouped as the language does.
  public func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .integer(let integer) = value, let number = Int(exactly: integer) else { return "" }
    // Numbers that name something are not grouped.
    return attribute.isSequence ? String(number) : say.language.grouped(number)
  }
}
