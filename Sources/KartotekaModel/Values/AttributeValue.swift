import Foundation

/// A Swift type that an ``Attribute`` can be declared of.
///
/// The type decides how a value is stored and which ``AttributeKind`` the attribute is of unless its
/// declaration says otherwise (`Attribute<String>("Phone", as: .phone)`).
public protocol AttributeValue: Sendable {
  /// The kind of an attribute that is declared of this type.
  static var kind: KindName { get }
  /// What the type's values look like in a column; the attribute tells the scale of decimals.
  func stored(for attribute: AttributeDescription) -> Value
  /// Reads a column's value; nil when it is of another kind or there is none.
  static func read(_ value: Value, for attribute: AttributeDescription) -> Self?
  /// The choices that a value is restricted to; none for most types.
  static var choices: [Choice] { get }
}

extension AttributeValue {
  /// No restriction.
  public static var choices: [Choice] { [] }
}

extension String: AttributeValue {
  /// Text.
  public static var kind: KindName { .text }
  /// The text, written as the attribute's formatter writes it.
  public func stored(for attribute: AttributeDescription) -> Value {
    .text(attribute.formatter?.format(self) ?? self)
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
  /// The number; a whole one, too, which files of others may hold.
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
    // Not a number of smallest units. As a real it is compared rightly, and validation refuses it by name:
    // neither rounded nor lost in silence.
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
  /// A place on Earth.
  public static var kind: KindName { .coordinate }
  /// Latitude and longitude as text.
  public func stored(for attribute: AttributeDescription) -> Value { .text(description) }
  /// The place of such a text.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Coordinate? {
    if case .text(let text) = value { Coordinate(text) } else { nil }
  }
}

extension Data: AttributeValue {
  /// Bytes.
  public static var kind: KindName { .blob }
  /// The bytes.
  public func stored(for attribute: AttributeDescription) -> Value { .blob([UInt8](self)) }
  /// The bytes; nil as well where they can't be read.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Data? {
    if case .blob(let blob) = value, let bytes = try? blob.bytes() { Data(bytes) } else { nil }
  }
}

/// One of the values that a choice attribute allows.
public struct Choice: Hashable, Sendable, Codable {
  /// What is stored, exported and used in the API.
  public package(set) var value: String
  /// What people read: a key into the catalogue.
  public package(set) var label: String

  /// A choice; the label is the value unless given.
  public init(_ value: String, _ label: String? = nil) {
    self.value = value
    self.label = label ?? value
  }
}

/// An enumeration that an attribute can be declared of:
/// `enum State: String, ChoiceValue { case new, shipped }`.
public protocol ChoiceValue: AttributeValue, RawRepresentable, CaseIterable where RawValue == String {
  /// What people read for this value: a key into the catalogue.
  var label: String { get }
}

extension ChoiceValue {
  /// The raw value with a capital letter.
  public var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  /// One of the enumeration's values.
  public static var kind: KindName { .choice }
  /// The raw value.
  public func stored(for attribute: AttributeDescription) -> Value { .text(rawValue) }
  /// The case of that raw value.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Self? {
    if case .text(let text) = value { Self(rawValue: text) } else { nil }
  }
  /// Every case, in the order of their declaration.
  public static var choices: [Choice] { allCases.map { Choice($0.rawValue, $0.label) } }
}
