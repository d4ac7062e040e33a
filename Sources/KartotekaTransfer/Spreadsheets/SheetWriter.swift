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
    case .flag: 7
    case .day: 12
    case .moment: 18
    }
  }
}
