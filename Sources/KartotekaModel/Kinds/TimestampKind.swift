/// A moment, stored as ISO 8601 in UTC with milliseconds.
package struct TimestampKind: NotationDependentKind {
  /// `timestamp`.
  package let name = KindName.timestamp
  /// Stored as text.
  package let storage = StorageClass.text
  /// Values have an order.
  package let hasRange = true

  /// The kind.
  package init() {}

  /// Parses RFC 3339, with `T` or a space between date and time, and the days of ``DateKind`` followed by a time;
  /// without an offset it is UTC.
  /// - Throws: ``ValueFault`` for anything else, and for ambiguous text.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try value(text: text, for: attribute, in: .canonical)
  }

  package func value(
    text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value {
    guard let date = Timestamp.date(try Self.iso(text, in: notation), in: notation.timeZone) else { throw Self.fault }
    return .text(Timestamp.text(date))
  }

  /// The range of stored moments that a text denotes: a day, a minute, a second or a millisecond.
  /// - Throws: ``ValueFault`` for anything else, and for ambiguous text.
  package func range(of text: String, in notation: ValueNotation) throws(ValueFault) -> Range<String> {
    guard let range = Timestamp.range(try Self.iso(text, in: notation), in: notation.timeZone ?? .gmt) else {
      throw Self.fault
    }
    return Timestamp.text(range.lowerBound)..<Timestamp.text(range.upperBound)
  }

  private static let fault = ValueFault("This has to be a date and time like 2026-11-21 09:12")

  // With the day in ISO 8601.
  private static func iso(_ text: String, in notation: ValueNotation) throws(ValueFault) -> String {
    if Timestamp.date(text) != nil { return text }
    let parts = DayText(text)
    switch parts.reading(in: notation) {
    case .day(let day):
      if parts.time.isEmpty { return day.description }
      guard let time = parts.isoTime else { throw fault }
      return day.description + "T" + time
    case .ambiguous(let first, let second): throw .ambiguous(text, first.description, second.description)
    case .invalid: throw fault
    }
  }

  package func isUnchanged(_ value: Value, from current: Value, in notation: ValueNotation) -> Bool {
    guard let zone = notation.timeZone, case .text(let one) = value, case .text(let other) = current,
      let one = Timestamp.date(one), let other = Timestamp.date(other)
    else { return false }
    return Timestamp.local(one, in: zone) == Timestamp.local(other, in: zone)
  }

  package func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence { DayText.evidence(in: text) }

  /// Day and time in words, in the localizer's time zone.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return StoredKind().display(value, for: attribute, in: say) }
    return Timestamp.date(text).map { DateText.long($0, in: say) } ?? text
  }

  /// The day with its month abbreviated and the time to the minute, in the localizer's time zone.
  package func brief(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return StoredKind().display(value, for: attribute, in: say) }
    return Timestamp.date(text).map { DateText.short($0, in: say) } ?? text
  }

  /// An error for text that is no moment in the stored form.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value, let date = Timestamp.date(text), Timestamp.text(date) == text else {
      return Self.fault
    }
    return nil
  }
}
