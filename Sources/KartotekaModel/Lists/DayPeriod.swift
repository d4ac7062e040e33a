/// A period of days: fixed (`2026-11`, `2026-11-01..2026-11-20`), or relative to today (`last-month`, `next-7-days`).
package enum DayPeriod: Hashable, Sendable {
  /// A period relative to today.
  package enum Relative: String, Sendable, CaseIterable {
    case today, yesterday, tomorrow
    case thisWeek = "this-week"
    case lastWeek = "last-week"
    case nextWeek = "next-week"
    case thisMonth = "this-month"
    case lastMonth = "last-month"
    case nextMonth = "next-month"
    case thisYear = "this-year"
    case lastYear = "last-year"
  }

  /// The largest number of days in `last-N-days`.
  package static let mostDays = 9_999

  /// A period relative to today. Weeks begin on Monday.
  case relative(Relative)
  /// A number of days up to today.
  case last(Int)
  /// A number of days from today.
  case next(Int)
  /// Days from one to another, both included; nil for an open end.
  case days(CalendarDate?, CalendarDate?)

  /// Parses ``text``; nil for anything else.
  package init?(_ text: String) {
    if let relative = Relative(rawValue: text) {
      self = .relative(relative)
    } else if let count = Self.count(text, "last-") {
      self = .last(count)
    } else if let count = Self.count(text, "next-") {
      self = .next(count)
    } else if let range = text.firstRange(of: "..") {
      let (from, through) = (text[..<range.lowerBound], text[range.upperBound...])
      let days = (CalendarDate(iso: from), CalendarDate(iso: through))
      guard days.0 != nil || from.isEmpty, days.1 != nil || through.isEmpty, days.0 != nil || days.1 != nil else {
        return nil
      }
      self = .days(days.0, days.1)
    } else if let day = CalendarDate(iso: text) {
      self = .days(day, day)
    } else if text.utf8.count == 7, let first = CalendarDate(iso: text + "-01") {
      self = .days(first, Self.lastDay(year: first.year, month: first.month))
    } else if text.utf8.count == 4, let first = CalendarDate(iso: text + "-01-01") {
      self = .days(first, CalendarDate(checkedYear: first.year, month: 12, day: 31))
    } else {
      return nil
    }
  }

  private static func count(_ text: String, _ prefix: String) -> Int? {
    guard text.hasPrefix(prefix), text.hasSuffix("-days"), text.utf8.count > prefix.utf8.count + 5,
      let count = Int(text.dropFirst(prefix.count).dropLast(5)), (1...mostDays).contains(count)
    else { return nil }
    return count
  }

  /// The period in an address.
  package var text: String {
    switch self {
    case .relative(let relative): relative.rawValue
    case .last(let count): "last-\(count)-days"
    case .next(let count): "next-\(count)-days"
    case .days(let from, let through):
      from == through ? from?.description ?? "" : (from?.description ?? "") + ".." + (through?.description ?? "")
    }
  }

  /// Whether the days depend on the current day.
  package var isRelative: Bool { if case .days = self { false } else { true } }

  /// The first and the last day; nil for an open end.
  package func range(on today: CalendarDate) -> (from: CalendarDate?, through: CalendarDate?) {
    switch self {
    case .days(let from, let through): return (from, through)
    case .last(let count): return (today.adding(days: 1 - count), today)
    case .next(let count): return (today, today.adding(days: count - 1))
    case .relative(let relative): return Self.range(relative, on: today)
    }
  }

  private static func range(_ relative: Relative, on today: CalendarDate) -> (
    from: CalendarDate?, through: CalendarDate?
  ) {
    func day(_ offset: Int) -> (CalendarDate?, CalendarDate?) {
      (today.adding(days: offset), today.adding(days: offset))
    }
    func week(_ offset: Int) -> (CalendarDate?, CalendarDate?) {
      let monday = today.adding(days: 7 * offset - today.weekdayIndex)
      return (monday, monday.adding(days: 6))
    }
    func month(_ offset: Int) -> (CalendarDate?, CalendarDate?) {
      let months = today.year * 12 + today.month - 1 + offset
      let (year, month) = (months / 12, months % 12 + 1)
      return (CalendarDate(year: year, month: month, day: 1), lastDay(year: year, month: month))
    }
    func year(_ offset: Int) -> (CalendarDate?, CalendarDate?) {
      let year = today.year + offset
      return (CalendarDate(year: year, month: 1, day: 1), CalendarDate(year: year, month: 12, day: 31))
    }
    switch relative {
    case .today: return day(0)
    case .yesterday: return day(-1)
    case .tomorrow: return day(1)
    case .thisWeek: return week(0)
    case .lastWeek: return week(-1)
    case .nextWeek: return week(1)
    case .thisMonth: return month(0)
    case .lastMonth: return month(-1)
    case .nextMonth: return month(1)
    case .thisYear: return year(0)
    case .lastYear: return year(-1)
    }
  }

  private static func lastDay(year: Int, month: Int) -> CalendarDate? {
    CalendarDate(year: year, month: month, day: CalendarDate.days(inMonth: month, of: year))
  }
}

extension CalendarDate {
  /// The number of days since Monday, 0 to 6.
  package var weekdayIndex: Int {
    // 1970-01-01 was a Thursday.
    let seconds = Timestamp.date(description + "T00:00:00Z")?.timeIntervalSince1970 ?? 0
    let days = Int(clampingFloor: seconds / 86_400)
    return ((days + 3) % 7 + 7) % 7
  }
}
