import Foundation

/// A moment in one of the ways in which other programs' SQLite files have them. People read and write it as a date and a time;
/// the stored value keeps its way.
package struct StoredMomentKind: AttributeKind {
  /// A way of storing a moment.
  enum Form: String, CaseIterable {
    /// `2026-11-21 09:12:00`, as SQLite's `datetime()` has it.
    case text = "stored-moment"
    /// Seconds since 1970, as `unixepoch()` has them.
    case seconds = "unix-seconds"
    /// Milliseconds since 1970.
    case milliseconds = "unix-milliseconds"
    /// Days since noon in Greenwich on 24 November 4714 B.C., as `julianday()` has them.
    case julianDay = "julian-day"
    /// Seconds since 2001, as Apple's programs have them.
    case appleSeconds = "apple-seconds"
  }

  /// All kinds.
  static let all = Form.allCases.map(StoredMomentKind.init)

  private let form: Form

  init(_ form: Form) { self.form = form }

  /// The name of the form.
  package var name: KindName { KindName(rawValue: form.rawValue) }
  /// That of the form.
  package var storage: StorageClass {
    switch form {
    case .text: .text
    case .seconds, .milliseconds: .integer
    case .julianDay, .appleSeconds: .real
    }
  }
  /// Values have an order.
  package var hasRange: Bool { true }

  /// Parses ISO 8601, in UTC unless it has an offset. Where moments are stored as text, the text is stored as it is.
  /// - Throws: ``ValueFault`` for anything else.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard let date = Timestamp.date(text) else {
      throw ValueFault("This has to be a date and time like 2026-11-21 09:12")
    }
    return switch form {
    case .text: .text(text)
    case .seconds: .integer(Int64(clampingNearest: date.timeIntervalSince1970))
    case .milliseconds: .integer(Int64(clampingNearest: date.timeIntervalSince1970 * 1000))
    case .appleSeconds: .real(date.timeIntervalSince1970 - Self.appleEpoch)
    case .julianDay: .real(date.timeIntervalSince1970 / 86_400 + Self.julianEpoch)
    }
  }

  /// The beginning of 2001 in seconds since 1970.
  private static let appleEpoch = 978_307_200.0

  /// The Julian day number of the beginning of 1970.
  private static let julianEpoch = 2_440_587.5

  /// The moment of a stored value; nil for a value of another form.
  private func date(_ value: Value) -> Date? {
    let seconds: Double
    switch (form, value) {
    case (.text, .text(let text)): return Timestamp.date(text)
    case (.seconds, .integer(let count)): seconds = Double(count)
    case (.milliseconds, .integer(let count)): seconds = Double(count) / 1000
    case (.appleSeconds, .integer(let count)): seconds = Double(count) + Self.appleEpoch
    case (.appleSeconds, .real(let count)): seconds = count + Self.appleEpoch
    case (.julianDay, .real(let days)): seconds = (days - Self.julianEpoch) * 86_400
    case (.julianDay, .integer(let days)): seconds = (Double(days) - Self.julianEpoch) * 86_400
    default: return nil
    }
    return (-62_135_596_800...253_402_300_799).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
  }

  /// The date and time in UTC, without zeros at its end: `2026-11-21 09:12:00`. Text as it is stored.
  package func text(_ value: Value, for attribute: AttributeDescription) -> String {
    guard form != .text, let date = date(value) else { return StoredKind().text(value, for: attribute) }
    let text = Timestamp.text(date)
    let fraction = text.dropFirst(20).prefix(3)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + (fraction == "000" ? "" : "." + fraction)
  }

  /// The date and the time, in UTC.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard let date = date(value) else { return StoredKind().display(value, for: attribute, in: say) }
    return DateText.long(date, in: say.inGreenwich)
  }

  /// The date with its month abbreviated and the time, in UTC.
  package func brief(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard let date = date(value) else { return StoredKind().display(value, for: attribute, in: say) }
    return DateText.short(date, in: say.inGreenwich)
  }
}
