/// A calendar day, stored as ISO 8601 text.
package struct DateKind: NotationDependentKind {
  /// `date`.
  package let name = KindName.date
  /// Stored as text.
  package let storage = StorageClass.text
  /// Values have an order.
  package let hasRange = true

  /// The kind.
  package init() {}

  /// Parses `2026-11-21`, optionally followed by midnight, `21.11.2026`, `21-Nov-2026`, and `11/21/2026` if the order
  /// of day and month is known or evident.
  /// - Throws: ``ValueFault`` for anything else, for days that do not exist, and for ambiguous text.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try value(text: text, for: attribute, in: .canonical)
  }

  package func value(
    text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value {
    if let date = CalendarDate(iso: text) ?? Self.midnight(text) { return .text(date.description) }
    let parts = DayText(text)
    switch parts.reading(in: notation) {
    case .day(let date) where parts.hasTime(allowed: notation.dropsTime): return .text(date.description)
    case .ambiguous(let first, let second): throw .ambiguous(text, first.description, second.description)
    case .invalid where parts.isNoDay: throw ValueFault("There is no such day")
    case .day, .invalid: throw ValueFault("This has to be a date like 2026-11-21")
    }
  }

  package func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence { DayText.evidence(in: text) }

  /// Whether a day in a file is followed by a time other than midnight.
  package static func hasTime(_ text: UnsafeRawBufferPointer) -> Bool { DayText.hasTime(text) }

  /// The day that a text is in one of its readings, without the time behind it; nil for other texts.
  package static func day(of text: String) -> CalendarDate? {
    var notation = ValueNotation.lenient
    notation.century = 2000
    guard case .day(let day) = DayText(text).reading(in: notation) else { return nil }
    return day
  }

  /// The year of a day in eight digits, as in `20260105`; nil for other texts.
  package static func yearOfDigits(_ text: String) -> Int? { DayText.basicDay(text[...])?.year }

  /// The year of two digits with which a day ends; nil for other texts.
  package static func shortYear(in text: UnsafeRawBufferPointer) -> Int? { DayText.shortYear(in: text) }

  /// A day in ISO 8601, if the attribute has no range.
  package func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    guard attribute.hasOnlyLength, CanonicalBytes.Lengths(attribute).allow(10, isASCII: true) else { return nil }
    return Self.isISO
  }

  @Sendable private static func isISO(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let hyphen = UInt8(ascii: "-")
    guard bytes.count == 10, bytes[4] == hyphen, bytes[7] == hyphen, let year = number(bytes, 0..<4),
      let month = number(bytes, 5..<7), let day = number(bytes, 8..<10)
    else { return false }
    return CalendarDate(year: year, month: month, day: day) != nil
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
      guard bytes[index] &- 0x30 < 10 else { return nil }
      number = number * 10 + Int(bytes[index] &- 0x30)  // At most four digits.
    }
    return number
  }

  private static func midnight(_ text: String) -> CalendarDate? {
    let rest = text.dropFirst(10)
    let zoned = rest.dropFirst()
    let time = zoned.last == "Z" ? zoned.dropLast() : zoned
    guard rest.first == "T" || rest.first == " ", !time.isEmpty,
      time.utf8.allSatisfy({ "0:.".utf8.contains($0) })
    else { return nil }
    return CalendarDate(iso: text.prefix(10))
  }

  /// The day with its month in words.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return StoredKind().display(value, for: attribute, in: say) }
    return CalendarDate(iso: text).map { DateText.long($0, in: say) } ?? text
  }

  /// The day with its month abbreviated.
  package func brief(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return StoredKind().display(value, for: attribute, in: say) }
    return CalendarDate(iso: text).map { DateText.short($0, in: say) } ?? text
  }

  /// An error for text that is no day in ISO 8601.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    if case .text(let text) = value, CalendarDate(iso: text) == nil {
      return ValueFault("This has to be a date like 2026-11-21")
    }
    return nil
  }
}

extension DayText {
  /// Whether there is no time, midnight, or any time where that is allowed.
  fileprivate func hasTime(allowed isAllowed: Bool) -> Bool {
    if time.isEmpty { return true }
    guard let clock = isoTime, Timestamp.date("2000-01-01T" + clock) != nil else { return false }
    return isAllowed || clock.allSatisfy { "0:.Z".contains($0) }
  }
}
