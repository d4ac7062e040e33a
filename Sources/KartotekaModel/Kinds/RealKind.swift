/// A binary floating-point number; never infinite and never NaN.
package struct RealKind: NotationDependentKind {
  /// `real`.
  package let name = KindName.real
  /// Stored as a binary floating-point number.
  package let storage = StorageClass.real
  /// Values have an order.
  package let hasRange = true

  /// The kind.
  package init() {}

  /// Parses a number with a point or a comma, digit groups, or an exponent.
  /// - Throws: ``ValueFault`` for anything else, and for ambiguous text.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try value(text: text, for: attribute, in: .canonical)
  }

  package func value(
    text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value {
    let number =
      try NumberText.decimal(
        attribute.currency == nil ? text : MoneyFormatter.bare(text, attribute.currency), in: notation
      ).flatMap(Double.init) ?? Self.exponential(text)
    guard let number, number.isFinite else { throw ValueFault("This has to be a number") }
    return .real(number == 0 ? 0 : number)
  }

  package func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence { NumberText.evidence(in: text) }

  // An amount has no fraction or at least two digits after the point: 9.5 is read as 9.50.
  private static func amount(_ text: String, in language: Language) -> String {
    let parts = text.drop { $0 == "-" }.split(separator: ".")
    guard let first = parts.first, let whole = Int(first) else { return text }
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let padded = fraction.isEmpty ? "" : language.decimalMark + fraction + (fraction.count == 1 ? "0" : "")
    return (text.hasPrefix("-") ? "-" : "") + language.grouped(whole) + padded
  }

  // Double.init also accepts "nan", "inf" and hexadecimal, which people do not mean as numbers.
  private static func exponential(_ text: String) -> Double? {
    text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } ? Double(text) : nil
  }

  /// - Throws: ``ValueFault`` unless it is a number, or a string with one.
  package func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    switch json {
    case .number(let literal), .string(let literal): return try value(untrimmed: literal, for: attribute)
    default: throw ValueFault("This has to be a number")
    }
  }

  /// The number with the language's decimal mark, a whole one without a fraction.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard let real = Double.read(value, for: attribute), real.isFinite else {
      return StoredKind().display(value, for: attribute, in: say)
    }
    let whole = real.magnitude < 1e15 ? Int64(exactly: real) : nil
    let text = whole.map { String($0) } ?? String(real)
    guard let currency = attribute.currency, !text.contains("e") else {
      return text.replacing(".", with: say.language.decimalMark)
    }
    return MoneyFormatter.of(currency, in: say.language).text(Self.amount(text, in: say.language))
  }

  /// An error for infinities and NaN.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    if case .real(let real) = value, !real.isFinite { ValueFault("This has to be a number") } else { nil }
  }
}
