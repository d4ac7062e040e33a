/// A whole number of 64 bits.
public struct IntegerKind: AttributeKind {
  /// `integer`.
  public let name = KindName.integer
  /// Stored as a number.
  public let storage = StorageClass.integer
  /// Values have an order.
  public let hasRange = true

  /// The kind.
  public init() {}

  /// Reads digits with an optional sign; digit groups by space, no-break space or comma are accepted.
  /// - Throws: ``ValueFault`` for anything else, and for numbers that 64 bits can't hold.
  public func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    if let integer = Int64(text) { return .integer(integer) }
    if let integer = NumberText.ungrouped(text).flatMap({ Int64($0) }) { return .integer(integer) }
    throw ValueFault("This has to be a whole number")
  }

  /// - Throws: ``ValueFault`` unless it is a whole number, or one written as a string.
  public func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    switch json {
    case .number(let literal), .string(let literal): return try value(untrimmed: literal, for: attribute)
    default: throw ValueFault("This has to be a whole number")
    }
  }

  /// Digits as they are exported, of a number in the attribute's range.
  public func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    let isAllowed = attribute.numberCheck
    return { bytes in CanonicalBytes.integer(bytes).map(isAllowed) ?? false }
  }

  /// The number with its digits grouped as the language does.
  public func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .integer(let integer) = value, let number = Int(exactly: integer) else { return "" }
    return say.language.grouped(number)
  }
}
