import Foundation

/// The notation of numbers and dates where one text has several readings: `1,234` is a number of four digits or one with
/// three decimal places, `1/5/2000` is a day in January or in May.
///
/// A file's notation is decided per column, a form's by the person's language. A text that stays ambiguous is refused.
package struct ValueNotation: Sendable, Hashable, Codable {
  /// The character before a number's decimal places.
  package enum DecimalMark: String, Sendable, Hashable, Codable, CaseIterable {
    case point, comma
  }

  /// The order of day, month and year.
  package enum DateOrder: String, Sendable, Hashable, Codable, CaseIterable {
    case dayMonthYear = "dmy"
    case monthDayYear = "mdy"
    case yearMonthDay = "ymd"
  }

  /// The meaning of a point or a comma between digits.
  package enum Role: String, Sendable, Hashable, Codable {
    /// It separates groups of three digits.
    case group
    /// It separates the whole part from the decimal places.
    case decimal
  }

  /// The meaning of a comma; nil if it is unknown.
  package var comma: Role?
  /// The meaning of a point; nil if it is unknown.
  package var point: Role?
  /// The order of day and month; nil where it isn't known.
  package var dateOrder: DateOrder?
  /// The century of years of two digits, 1900 or 2000; nil where that isn't known, so that such years are refused.
  package var century: Int?
  /// The time zone of moments that are written without an offset; nil for UTC.
  package var timeZone: TimeZone?
  /// Whether a day may have a time behind it, which is left out.
  package var dropsTime = false
  /// The words for yes and no, where they are none that ``BooleanKind`` knows.
  package var truth: [String: Bool] = [:]
  /// Whether an ambiguous text is read in one of its ways instead of being refused: to tell whether values fit a column.
  package var isLenient = false
  /// Whether a whole number may have its minus behind it: `3-` is also a mark at school.
  package var hasMinusBehind = false

  /// Nothing is known.
  package static let undecided = ValueNotation()
  /// The API, an export and the source code: a point before the decimal places, dates in ISO 8601, moments in UTC.
  package static let canonical = ValueNotation(point: .decimal)
  /// The notation that reads as many forms as possible.
  package static let lenient = ValueNotation(comma: .group, point: .decimal, isLenient: true)

  package init(
    comma: Role? = nil, point: Role? = nil, dateOrder: DateOrder? = nil, timeZone: TimeZone? = nil,
    dropsTime: Bool = false, truth: [String: Bool] = [:], isLenient: Bool = false, century: Int? = nil,
    hasMinusBehind: Bool = false
  ) {
    self.comma = comma
    self.point = point
    self.dateOrder = dateOrder
    self.timeZone = timeZone
    self.dropsTime = dropsTime
    self.century = century
    self.truth = truth
    self.isLenient = isLenient
    self.hasMinusBehind = hasMinusBehind
  }

  /// A stored notation, also one of an earlier version.
  package init(from decoder: any Decoder) throws {
    let stored = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      comma: try stored.decodeIfPresent(Role.self, forKey: .comma),
      point: try stored.decodeIfPresent(Role.self, forKey: .point),
      dateOrder: try stored.decodeIfPresent(DateOrder.self, forKey: .dateOrder),
      timeZone: try stored.decodeIfPresent(TimeZone.self, forKey: .timeZone),
      dropsTime: try stored.decodeIfPresent(Bool.self, forKey: .dropsTime) ?? false,
      truth: try stored.decodeIfPresent([String: Bool].self, forKey: .truth) ?? [:],
      isLenient: try stored.decodeIfPresent(Bool.self, forKey: .isLenient) ?? false,
      century: try stored.decodeIfPresent(Int.self, forKey: .century),
      hasMinusBehind: try stored.decodeIfPresent(Bool.self, forKey: .hasMinusBehind) ?? false)
  }

  /// The mark before decimal places; setting it makes the other one the mark between groups.
  package var decimalMark: DecimalMark? {
    get { comma == .decimal ? .comma : comma == .group ? .point : nil }
    set {
      comma = newValue.map { $0 == .comma ? .decimal : .group }
      point = newValue.map { $0 == .point ? .decimal : .group }
    }
  }

  /// The notation of a person's input: the comma has its meaning in their language, a point is a decimal mark, as numeric
  /// keypads type it and as fields show what is stored. Where the language marks groups by points, one before three digits
  /// is refused: `1.000`. Moments are of their time zone.
  package init(typedBy person: Localizer) {
    let hasDecimalComma = person.language.decimalMark == ","
    // English-speaking countries differ in the order of day and month.
    self.init(
      comma: hasDecimalComma ? .decimal : .group, point: person.language.isPointUnclear ? nil : .decimal,
      dateOrder: hasDecimalComma ? .dayMonthYear : nil, timeZone: person.timeZone)
  }
}

/// The evidence that a text gives of the notation of its column.
package enum NotationEvidence: Hashable, Sendable {
  /// It reads the same in every notation.
  case neutral
  /// It has several readings.
  case ambiguous
  /// It can only be read with that decimal mark.
  case decimalMark(ValueNotation.DecimalMark)
  /// It can only be read in that order.
  case dateOrder(ValueNotation.DateOrder)
  /// It is a word of which it isn't known whether it means yes or no.
  case unknownWord
}

/// A kind whose texts may have several readings.
package protocol NotationDependentKind: AttributeKind {
  /// Reads a text in a notation.
  /// - Throws: ``ValueFault``, also where the notation leaves open what the text means.
  func value(
    text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value
  /// The evidence that a text gives of the notation. Called for every value of a file.
  func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence
  /// Whether a value that was read has the same text in the notation as the current one, which is kept then: clocks that
  /// go back show a time twice.
  func isUnchanged(_ value: Value, from current: Value, in notation: ValueNotation) -> Bool
}

extension NotationDependentKind {
  /// The default, for kinds whose values with one text are equal.
  package func isUnchanged(_ value: Value, from current: Value, in notation: ValueNotation) -> Bool {
    value == current
  }
}

extension AttributeKind {
  /// Reads a text in a notation; kinds that depend on none read it as ever.
  /// - Throws: ``ValueFault``.
  package func read(
    _ text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value {
    guard let kind = self as? any NotationDependentKind else { return try value(text: text, for: attribute) }
    return try kind.value(text: text, for: attribute, in: notation)
  }
}

extension ValueFault {
  /// A text that has two readings.
  static func ambiguous(_ text: String, _ first: String, _ second: String) -> ValueFault {
    ValueFault(
      Phrase(
        "It isn't clear whether {text} is {first} or {second}",
        ["text": .text(text), "first": .text(first), "second": .text(second)]))
  }
}

extension ValueNotation {
  /// The number that a text is in a notation, with a point before its decimal places; nil when it is none, or two.
  package static func number(_ text: String, in notation: ValueNotation) -> String? {
    if case .number(let number) = NumberText.read(text, in: notation) { number } else { nil }
  }

  /// A number with its minus behind it.
  package enum MinusBehind: Sendable {
    /// With decimal places or marks between groups, as in `1.234,50-`: it can be nothing else.
    case amount
    /// A whole number above 10: it is negative beside amounts that have their minus there.
    case number
    /// A number that may be a mark at school.
    case mark
  }

  /// Whether a text is a whole number above 10: the others of its column are no marks at school.
  package static func isCount(_ text: UnsafeRawBufferPointer) -> Bool { NumberText.isCount(text) }

  /// The meaning of a text with its minus behind it; nil for other texts.
  package static func minusBehind(_ text: UnsafeRawBufferPointer) -> MinusBehind? { NumberText.minusBehind(text) }

  /// The decimal mark that an amount such as `1,234円` tells, which has two readings as a number: its currency has no decimal places,
  /// so that its mark separates groups; nil for others.
  package static func decimalMark(ofWhole text: UnsafeRawBufferPointer) -> DecimalMark? {
    guard let mark = text.first(where: { $0 == 0x2c || $0 == 0x2e }), CurrencySigns.isWhole(text) else { return nil }
    return mark == 0x2c ? .point : .comma
  }

  /// The number of an amount with the sign or code of any currency; nil when it is none, or two.
  package static func amount(_ text: String, in notation: ValueNotation) -> String? {
    // Most texts have no digit.
    guard text.utf8.contains(where: { $0 >= 0x80 || (0x30...0x39).contains($0) }) else { return nil }
    return number(MoneyFormatter.bare(text, nil), in: notation)
  }
}
