/// A unit by which days and moments are grouped. The days of one unit have one key, in whose order the units follow each other.
public enum DayUnit: String, CaseIterable, Hashable, Sendable, Codable {
  /// `1998-04-06`.
  case day
  /// A week of ISO 8601, which begins on Monday: `1998-W15`. The first one of a year has its first Thursday.
  case week
  /// `1998-04`.
  case month
  /// `1998-Q2`.
  case quarter
  /// `1998`.
  case year

  /// The key of a day.
  package func key(of day: CalendarDate) -> String {
    let year = CalendarDate.padded(day.year, 4)
    switch self {
    case .day: return day.description
    case .month: return year + "-" + CalendarDate.padded(day.month, 2)
    case .quarter: return year + "-Q" + String((day.month + 2) / 3)
    case .year: return year
    case .week:
      let week = day.week
      return CalendarDate.padded(week.year, 4) + "-W" + CalendarDate.padded(week.number, 2)
    }
  }

  /// The first day of a key's unit; nil for another text.
  package func first(of key: String) -> CalendarDate? {
    switch self {
    case .day: return CalendarDate(iso: key)
    case .month: return CalendarDate(iso: key + "-01")
    case .year: return CalendarDate(iso: key + "-01-01")
    case .quarter:
      guard key.utf8.count == 7, key.dropFirst(4).hasPrefix("-Q"), let quarter = Int(key.suffix(1)),
        (1...4).contains(quarter)
      else { return nil }
      return CalendarDate(iso: key.prefix(4) + "-" + CalendarDate.padded(quarter * 3 - 2, 2) + "-01")
    case .week:
      guard key.utf8.count == 8, key.dropFirst(4).hasPrefix("-W"), let week = Int(key.suffix(2)),
        (1...53).contains(week), let january = CalendarDate(iso: key.prefix(4) + "-01-04")
      else { return nil }
      // 4 January is always in the first week.
      let monday = CalendarDate(daysSince1970: january.daysSince1970 - january.weekdayIndex + (week - 1) * 7)
      // Few years have 53 weeks.
      return self.key(of: monday) == key ? monday : nil
    }
  }
}

extension CalendarDate {
  /// The number of days since 1970-01-01.
  package var daysSince1970: Int { Timestamp.days(to: self) }

  /// The week of ISO 8601 with its year, which is that of its Thursday.
  var week: (year: Int, number: Int) {
    let thursday = daysSince1970 - weekdayIndex + 3
    let year = CalendarDate(daysSince1970: thursday).year
    return (year, (thursday - CalendarDate(checkedYear: year, month: 1, day: 1).daysSince1970) / 7 + 1)
  }
}
