import Foundation

/// An exact decimal number, stored as an integer of its smallest unit: 18.50 of scale 2 is 1850.
package struct DecimalKind: NotationDependentKind {
  /// `decimal`.
  package let name = KindName.decimal
  /// Stored as an integer in the smallest unit.
  package let storage = StorageClass.integer
  /// Values have an order.
  package let hasRange = true

  /// The kind.
  package init() {}

  /// Parses a number with a point or a comma, optionally with digit groups and a currency sign. Of a percentage it is the number
  /// of hundredths, with or without the sign: `12.5` and `12.5 %` are both 0.125.
  /// - Throws: ``ValueFault`` for anything else, for ambiguous text, for too many decimal places, and for numbers out
  ///   of range.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try value(text: text, for: attribute, in: .canonical)
  }

  package func value(
    text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value {
    if attribute.form == .percent { return try value(text: text, for: attribute.hundredths, in: notation) }
    if attribute.form == .duration, text.contains(where: { $0 == ":" || $0.isLetter }) {
      return try Self.duration(text, attribute)
    }
    let bare = MoneyFormatter.bare(text, attribute.currency)
    guard let number = try NumberText.decimal(bare, in: notation), Self.scales.contains(attribute.scale) else {
      throw ValueFault("This has to be a number")
    }
    let parts = number.split(separator: ".")
    let fraction = parts.count > 1 ? Self.withoutEndingZeros(parts[1]) : ""
    guard fraction.count <= attribute.scale else { throw Self.tooManyDigits(attribute) }
    let digits = parts[0] + fraction + String(repeating: "0", count: attribute.scale - fraction.count)
    guard let unscaled = Int64(digits) else { throw Self.tooLarge }
    return .integer(unscaled)
  }

  // The number of minutes of hours and minutes, of which an average is.
  private static func duration(_ text: String, _ attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard let minutes = DurationText.minutes(text), scales.contains(attribute.scale) else {
      throw ValueFault("This has to be a duration in hours and minutes, such as 1:30 or 90 min")
    }
    let (number, isTooLarge) = minutes.multipliedReportingOverflow(by: FetchExpression.power(attribute.scale))
    if isTooLarge { throw tooLarge }
    return .integer(number)
  }

  /// The possible numbers of decimal places. Descriptions are read before their check refuses others.
  static let scales = 0...18

  package func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence { NumberText.evidence(in: text) }

  private static func withoutEndingZeros(_ digits: Substring) -> Substring {
    var digits = digits
    while digits.last == "0" { digits.removeLast() }
    return digits
  }

  /// Parses a number, or a string with one. A string with a percent sign is a percentage.
  /// - Throws: ``ValueFault`` for anything else.
  package func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    if case .string(let text) = json, text.contains("%"), attribute.form == .percent {
      return try value(untrimmed: text, for: attribute)
    }
    let attribute = attribute.plain
    switch json {
    case .number(let literal) where literal.contains { $0 == "e" || $0 == "E" }:
      guard let number = Decimal(string: literal, locale: nil),
        let unscaled = Self.unscaled(number, scale: attribute.scale)
      else { throw ValueFault("This has to be a number") }
      return .integer(unscaled)
    case .number(let literal), .string(let literal): return try value(untrimmed: literal, for: attribute)
    default: throw ValueFault("This has to be a number")
    }
  }

  /// Digits in exported form, of a number in the attribute's range.
  package func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    if attribute.form == .percent { return nil }
    let (scale, isAllowed) = (attribute.scale, attribute.numberCheck)
    return { bytes in CanonicalBytes.integer(bytes, scale: scale).map(isAllowed) ?? false }
  }

  /// The number with a point and all decimal places: `18.50`. A percentage has its sign, and an average duration is that of
  /// whole minutes.
  package func text(_ value: Value, for attribute: AttributeDescription) -> String {
    guard case .integer = value else { return "" }
    return switch attribute.form {
    case .percent: digits(value, for: attribute.hundredths) + "%"
    case .duration: Self.minutes(value, attribute).map(DurationText.text) ?? ""
    case .rating, .year, nil: digits(value, for: attribute)
    }
  }

  // The whole minutes of an average, a half rounded away from zero.
  private static func minutes(_ value: Value, _ attribute: AttributeDescription) -> Int64? {
    guard case .integer(let integer) = value, scales.contains(attribute.scale) else { return nil }
    let unit = FetchExpression.power(attribute.scale)
    let (whole, rest) = integer.quotientAndRemainder(dividingBy: unit)
    return rest.magnitude * 2 >= unit.magnitude && rest != 0 ? whole + rest.signum() : whole
  }

  /// The digits of the number, whatever its form: `0.125`.
  package func digits(_ value: Value, for attribute: AttributeDescription) -> String {
    guard case .integer(let integer) = value else { return "" }
    guard attribute.scale > 0, Self.scales.contains(attribute.scale) else { return String(integer) }
    let digits = String(integer.magnitude)
    let padded = String(repeating: "0", count: max(0, attribute.scale + 1 - digits.count)) + digits
    // It has more digits than the scale.
    let point = padded.index(padded.endIndex, offsetBy: -attribute.scale)
    return (integer < 0 ? "-" : "") + padded[..<point] + "." + padded[point...]
  }

  /// A JSON number with all decimal places.
  package func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription) {
    json.number(digits(value, for: attribute))
  }

  /// The number with the language's groups and decimal mark, and the sign of its currency.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .integer(let integer) = value else { return "" }
    if attribute.form == .percent {
      return display(value, for: attribute.hundredths, in: say) + say.language.percentSign
    }
    let text = text(value, for: attribute)
    if attribute.form == .duration { return text }
    let parts = text.split(separator: ".")
    guard let whole = parts.first.flatMap({ Int($0) }) else { return text }
    let sign = integer < 0 && whole == 0 ? "-" : ""
    let digits = sign + say.language.grouped(whole) + (parts.count > 1 ? say.language.decimalMark + parts[1] : "")
    return attribute.currency.map { MoneyFormatter.of($0, in: say.language).text(digits) } ?? digits
  }

  /// An error for a number that exceeds the scale or 64 bits.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .real(let real) = value else { return nil }
    return real == real.rounded()
      ? Self.tooLarge : Self.tooManyDigits(attribute.form == .percent ? attribute.hundredths : attribute)
  }

  private static let tooLarge = ValueFault("This number is too large")

  private static func tooManyDigits(_ attribute: AttributeDescription) -> ValueFault {
    if attribute.scale == 0 { return ValueFault("This has to be a whole number") }
    return ValueFault(
      Phrase("This has to have at most {count} digits after the point", ["count": .count(attribute.scale)]))
  }

  /// The number in its smallest unit; nil if it has too many decimal places or does not fit.
  static func unscaled(_ number: Decimal, scale: Int) -> Int64? {
    guard scales.contains(scale) else { return nil }
    var (scaled, rounded) = (number, Decimal())
    for _ in 0..<max(0, scale) { scaled *= 10 }
    NSDecimalRound(&rounded, &scaled, 0, .plain)
    return rounded == scaled ? Int64(rounded.description) : nil
  }
}
