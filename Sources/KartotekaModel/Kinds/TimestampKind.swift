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
    if let date = Timestamp.date(text) { return .text(Timestamp.text(date)) }
    let parts = DayText(text)
    switch parts.reading(in: notation) {
    case .day(let day):
      guard let time = parts.time.isEmpty ? "00:00" : parts.isoTime,
        let date = Timestamp.date(day.description + "T" + time)
      else { throw ValueFault("This has to be a date and time like 2026-11-21 09:12") }
      return .text(Timestamp.text(date))
    case .ambiguous(let first, let second): throw .ambiguous(text, first.description, second.description)
    case .invalid: throw ValueFault("This has to be a date and time like 2026-11-21 09:12")
    }
  }

  package func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence { DayText.evidence(in: text) }

  /// Day and time in words, in the server's time zone.
  public func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return "" }
    return Timestamp.date(text).map { DateText.long($0, in: say) } ?? text
  }

  /// Text that is no moment in the form that is stored.
  public func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value, let date = Timestamp.date(text), Timestamp.text(date) == text else {
      return ValueFault("This has to be a date and time like 2026-11-21 09:12")
    }
    return nil
  }
}
