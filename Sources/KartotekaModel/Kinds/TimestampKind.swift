/// A moment, stored as ISO 8601 in UTC with milliseconds.
public struct TimestampKind: NotationDependentKind {
  /// `timestamp`.
  public let name = KindName.timestamp
  /// Stored as text.
  public let storage = StorageClass.text
  /// Values have an order.
  public let hasRange = true

  /// The kind.
  public init() {}

  /// Reads RFC 3339, with `T` or a space between date and time, and days as ``DateKind`` reads them with a time behind;
  /// without an offset it is UTC.
  /// - Throws: ``ValueFault`` for anything else, and for what has two readings.
  public func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try value(text: text, for: attribute, in: .canonical)
  }

  package func value(
    text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value {
    guard let date = Timestamp.date(try Self.iso(text, in: notation), in: notation.timeZone) else { throw Self.fault }
    return .text(Timestamp.text(date))
  }

  /// The moments that a text names: a day, a minute, a second or a millisecond, as they are stored.
  /// - Throws: ``ValueFault`` for what is neither, and for what has two readings.
  package func range(of text: String, in notation: ValueNotation) throws(ValueFault) -> Range<String> {
    guard let range = Timestamp.range(try Self.iso(text, in: notation), in: notation.timeZone ?? .gmt) else {
      throw Self.fault
    }
    return Timestamp.text(range.lowerBound)..<Timestamp.text(range.upperBound)
  }

  private static let fault = ValueFault("This has to be a date and time like 2026-11-21 09:12")

  // With its day as ISO 8601 writes it.
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
  public func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return "" }
    return Timestamp.date(text).map { DateText.long($0, in: say) } ?? text
  }

  /// Text that is no moment in the form that is stored.
  public func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value, let date = Timestamp.date(text), Timestamp.text(date) == text else {
      return Self.fault
    }
    return nil
  }
}
