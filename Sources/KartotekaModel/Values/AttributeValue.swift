import Foundation

/// A Swift type of an ``Attribute``.
///
/// The type determines how a value is stored and the default ``AttributeKind`` (`Attribute<String>("Phone", as:
/// .phone)` names another one).
public protocol AttributeValue: Sendable {
  /// The default kind of attributes of this type.
  static var kind: KindName { get }
  /// The stored value; the attribute has the scale of decimals.
  func stored(for attribute: AttributeDescription) -> Value
  /// Reads a stored value; nil if it has another type or there is none.
  static func read(_ value: Value, for attribute: AttributeDescription) -> Self?
  /// The allowed choices; empty for most types.
  static var choices: [Choice] { get }
}

extension AttributeValue {
  /// No restriction.
  public static var choices: [Choice] { [] }
}

extension String: AttributeValue {
  /// Text.
  public static var kind: KindName { .text }
  /// The text after the attribute's formatter.
  public func stored(for attribute: AttributeDescription) -> Value {
    .text(attribute.written(self))
  }
  /// The text.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> String? {
    if case .text(let text) = value { text } else { nil }
  }
}

extension Int: AttributeValue {
  /// A whole number.
  public static var kind: KindName { .integer }
  /// The number.
  public func stored(for attribute: AttributeDescription) -> Value { .integer(Int64(self)) }
  /// The number.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Int? {
    if case .integer(let integer) = value { Int(exactly: integer) } else { nil }
  }
}

extension Double: AttributeValue {
  /// A binary floating-point number.
  public static var kind: KindName { .real }
  /// The number.
  public func stored(for attribute: AttributeDescription) -> Value { .real(self) }
  /// The number; also a whole one, which foreign files may contain.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Double? {
    switch value {
    case .real(let real): real
    case .integer(let integer): Double(integer)
    default: nil
    }
  }
}

extension Decimal: AttributeValue {
  /// An exact decimal number.
  public static var kind: KindName { .decimal }
  /// The number in its smallest unit, by the attribute's scale.
  public func stored(for attribute: AttributeDescription) -> Value {
    if let unscaled = DecimalKind.unscaled(self, scale: attribute.scale) { return .integer(unscaled) }
    // Not in smallest units. As a real it compares correctly, and validation refuses it by name instead of rounding it.
    let scaled = (self as NSDecimalNumber).multiplying(byPowerOf10: Int16(clamping: attribute.scale))
      .doubleValue
    return scaled.isFinite ? .real(scaled) : .null
  }
  /// The number, by the attribute's scale.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Decimal? {
    guard case .integer(let integer) = value else { return nil }
    return Decimal(
      sign: integer < 0 ? .minus : .plus, exponent: -attribute.scale, significand: Decimal(integer.magnitude))
  }
}

extension Bool: AttributeValue {
  /// Yes or no.
  public static var kind: KindName { .boolean }
  /// 1 or 0.
  public func stored(for attribute: AttributeDescription) -> Value { .integer(self ? 1 : 0) }
  /// Whether the number is not 0.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Bool? {
    if case .integer(let integer) = value { integer != 0 } else { nil }
  }
}

extension CalendarDate: AttributeValue {
  /// A calendar day.
  public static var kind: KindName { .date }
  /// The day as ISO 8601 writes it.
  public func stored(for attribute: AttributeDescription) -> Value { .text(description) }
  /// The day of a text in ISO 8601.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> CalendarDate? {
    if case .text(let text) = value { CalendarDate(iso: text) } else { nil }
  }
}

extension Date: AttributeValue {
  /// A moment.
  public static var kind: KindName { .timestamp }
  /// The moment as ISO 8601 writes it, in UTC.
  public func stored(for attribute: AttributeDescription) -> Value { .text(Timestamp.text(self)) }
  /// The moment of a text in ISO 8601.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Date? {
    if case .text(let text) = value { Timestamp.date(text) } else { nil }
  }
}

extension Coordinate: AttributeValue {
  /// A position on Earth.
  public static var kind: KindName { .coordinate }
  /// Latitude and longitude as text.
  public func stored(for attribute: AttributeDescription) -> Value { .text(description) }
  /// The position.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Coordinate? {
    if case .text(let text) = value { Coordinate(text) } else { nil }
  }
}

extension Data: AttributeValue {
  /// Bytes.
  public static var kind: KindName { .blob }
  /// The bytes.
  public func stored(for attribute: AttributeDescription) -> Value { .blob([UInt8](self)) }
  /// The bytes; nil also if they can't be read.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Data? {
    if case .blob(let blob) = value, let bytes = try? blob.bytes() { Data(bytes) } else { nil }
  }
}

/// One of the values of a choice attribute.
public struct Choice: Hashable, Sendable, Codable {
  /// The value that is stored, exported and used in the API.
  public package(set) var value: String
  /// The label that people read: a catalogue key.
  public package(set) var label: String
  /// Other words for it in files and in what people type, in any language.
  public package(set) var aliases: [String]

  /// A choice; the label is the value by default.
  public init(_ value: String, _ label: String? = nil, aliases: [String] = []) {
    self.value = value
    self.label = label ?? value
    self.aliases = aliases
  }

  /// Reads a choice, also one of an earlier version without aliases.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    value = try values.decode(String.self, forKey: .value)
    label = try values.decode(String.self, forKey: .label)
    aliases = try values.decodeIfPresent([String].self, forKey: .aliases) ?? []
  }
}

/// An enumeration for choice attributes: `enum State: String, ChoiceValue { case new, shipped }`.
public protocol ChoiceValue: AttributeValue, RawRepresentable, CaseIterable where RawValue == String {
  /// The label that people read: a catalogue key.
  var label: String { get }
  /// Other words for it in files and in what people type, in any language; labels and their translations are known anyway.
  var aliases: [String] { get }
}

extension ChoiceValue {
  /// The raw value, capitalized.
  public var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  /// None.
  public var aliases: [String] { [] }
  /// One of the enumeration's values.
  public static var kind: KindName { .choice }
  /// The raw value.
  public func stored(for attribute: AttributeDescription) -> Value { .text(rawValue) }
  /// The case of that raw value.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Self? {
    if case .text(let text) = value { Self(rawValue: text) } else { nil }
  }
  /// Every case, in the order of their declaration.
  public static var choices: [Choice] { allCases.map { Choice($0.rawValue, $0.label, aliases: $0.aliases) } }
}
