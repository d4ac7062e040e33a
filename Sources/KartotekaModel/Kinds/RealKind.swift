/// A binary floating-point number; never infinite and never NaN.
public struct RealKind: NotationDependentKind {
  /// `real`.
  public let name = KindName.real
  /// Stored as a binary floating-point number.
  public let storage = StorageClass.real
  /// Values have an order.
  public let hasRange = true

  /// The kind.
  public init() {}

  /// Parses a number with a point or a comma, digit groups, or an exponent.
  /// - Throws: ``ValueFault`` for anything else, and for ambiguous text.
  public func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try value(text: text, for: attribute, in: .canonical)
  }

  package func value(
    text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value {
    let number = try NumberText.decimal(text, in: notation).flatMap(Double.init) ?? Self.exponential(text)
    guard let number, number.isFinite else { throw ValueFault("This has to be a number") }
    return .real(number == 0 ? 0 : number)
  }

  package func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence { NumberText.evidence(in: text) }

  // Double.init also accepts "nan", "inf" and hexadecimal, which people do not mean as numbers.
  private static func exponential(_ text: String) -> Double? {
    text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } ? Double(text) : nil
  }

  /// - Throws: ``ValueFault`` unless it is a number, or a string with one.
  public func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    switch json {
    case .number(let literal), .string(let literal): return try value(untrimmed: literal, for: attribute)
    default: throw ValueFault("This has to be a number")
    }
  }

  /// The number with the language's decimal mark, a whole one without a fraction.
  public func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard let real = Double.read(value, for: attribute), real.isFinite else {
      return StoredKind().display(value, for: attribute, in: say)
    }
    let text = real == real.rounded() && abs(real) < 1e15 ? String(Int64(real)) : String(real)
    return text.replacing(".", with: say.language.decimalMark)
  }

  /// An error for infinities and NaN.
  public func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    if case .real(let real) = value, !real.isFinite { ValueFault("This has to be a number") } else { nil }
  }
}
