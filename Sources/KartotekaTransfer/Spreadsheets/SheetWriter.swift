import KartotekaModel

/// Writes a spreadsheet row by row.
protocol SheetWriter {
  /// Appends a row.
  mutating func row(_ cells: [SheetCell]) throws
  /// Ends the file. The sink remains open.
  mutating func finish() throws
}

/// A cell of a spreadsheet.
enum SheetCell: Sendable {
  case empty
  case text(String)
  /// Digits with a point, and the number of decimal places that are shown; nil for as many as there are.
  case number(String, scale: Int?)
  /// A percentage: the digits of its fraction, and the number of decimal places that are shown.
  case percent(String, scale: Int)
  /// A duration in minutes.
  case duration(Int64)
  case flag(Bool)
  /// A day.
  case day(CalendarDate)
  /// A day and the seconds since its midnight.
  case moment(CalendarDate, seconds: Int)

  private static let longest = 100

  /// The width, in characters.
  var width: Int {
    switch self {
    case .empty: 0
    case .text(let text): text.prefix(Self.longest).count + 2
    case .number(let digits, _): digits.utf8.count + 2
    case .percent(let digits, _): digits.utf8.count + 3
    case .duration(let minutes): String(minutes / 60).utf8.count + 5
    case .flag: 7
    case .day: 12
    case .moment: 18
    }
  }
}

extension SheetCell {
  /// Spreadsheets don't agree on longer durations, and on negative ones.
  private static let durations: ClosedRange<Int64> = 0...(100_000 * 1_440)

  /// The cell of a number in its form.
  static func formatted(_ value: Value, of attribute: AttributeDescription) -> SheetCell {
    let behavior = attribute.behavior
    let text = behavior.text(value, for: attribute)
    switch (attribute.form, value) {
    case (.percent, .integer):
      return .percent(
        behavior.text(value, for: attribute.plain), scale: attribute.scale - AttributeDescription.percentDigits)
    case (.duration, .integer(let minutes)):
      // An average has decimal places.
      guard attribute.kind == .integer, durations.contains(minutes) else { return .text(text) }
      return .duration(minutes)
    default: return .number(text, scale: attribute.kind == .decimal ? attribute.scale : nil)
    }
  }
}
