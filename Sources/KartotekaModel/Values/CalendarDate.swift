import Foundation

/// A day of the Gregorian calendar, without a time and without a time zone.
public struct CalendarDate: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The year, 1 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int

  /// A day; nil if it does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// A day that is known to exist.
  init(checkedYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day with the given number of days since 1970-01-01, in the years 1 to 9999.
  package init(daysSince1970 days: Int) {
    (year, month, day) = Timestamp.civil(fromDays: days)
  }

  /// Parses `2026-11-21` (ISO 8601) and nothing else.
  public init?(iso text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day as ISO 8601 writes it: `2026-11-21`.
  public var description: String {
    Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
  }

  /// The day a number of months later, or earlier for a negative number. A day that the month lacks is its last one: a month
  /// after 31 January is 28 or 29 February. Stays within the years 1 to 9999.
  public func adding(months: Int) -> CalendarDate {
    // A date has fewer than 120,000 months.
    let count = min(max(year * 12 + month - 1 + min(max(months, -200_000), 200_000), 12), 9999 * 12 + 11)
    let (year, month) = (count / 12, count % 12 + 1)
    return CalendarDate(checkedYear: year, month: month, day: min(day, Self.days(inMonth: month, of: year)))
  }

  /// Earlier days come first.
  public static func < (one: CalendarDate, other: CalendarDate) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension CalendarDate {
  /// Today in the time zone of the current request, else in the server's. Other packages can't use it: their declarations
  /// would have the day on which the program started. In a condition `.today` is ``RelativeDay/today``.
  @_disfavoredOverload
  package static var today: CalendarDate { CalendarDate(TaskMoment.current, in: TaskTimeZone.current) }

  /// The first day that is a value, 1 January of the year 1.
  public static let distantPast = CalendarDate(checkedYear: 1, month: 1, day: 1)

  /// The day of a moment in a time zone.
  package init(_ moment: Date, in zone: TimeZone) {
    let seconds = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
    self = Timestamp.day(seconds: seconds)
  }

  /// The day a number of days later, limited to the years 1 to 9999.
  public func adding(days: Int) -> CalendarDate {
    Timestamp.day(seconds: (Double(Timestamp.days(to: self)) + Double(days)) * 86_400)
  }
}
