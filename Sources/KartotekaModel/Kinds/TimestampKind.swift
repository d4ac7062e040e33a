/// A moment, stored as ISO 8601 in UTC with milliseconds.
public struct TimestampKind: AttributeKind {
  /// `timestamp`.
  public let name = KindName.timestamp
  /// Stored as text.
  public let storage = StorageClass.text
  /// Values have an order.
  public let hasRange = true

  /// The kind.
  public init() {}

  /// Reads RFC 3339, with `T` or a space between date and time; without an offset it is UTC.
  /// - Throws: ``ValueFault`` for anything else.
  public func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard let date = Timestamp.date(text) else {
      throw ValueFault("This has to be a date and time like 2026-11-21 09:12")
    }
    return .text(Timestamp.text(date))
  }

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
