import KartotekaModel

/// When the clocks change each year (RFC 5545, 3.3.10): the rules that descriptions of time zones have.
struct CalendarRule {
  /// A day of the week, from 0 for Sunday, with its number in the month, from the end for a negative one; 0 for each.
  private struct Weekday {
    let day: Int
    let number: Int
  }

  private static let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
  private static let known: Set<String> = [
    "FREQ", "INTERVAL", "BYMONTH", "BYDAY", "BYMONTHDAY", "BYSETPOS", "UNTIL", "WKST",
  ]

  /// The last moment at which the rule holds; nil for one without end.
  let until: CalendarTime?
  private let month: Int
  private let weekdays: [Weekday]
  /// Days of the month, from the end for negative ones.
  private let monthDays: [Int]
  /// The places among the days that the other parts allow, from the end for negative ones.
  private let places: [Int]

  /// - Parameters:
  ///   - text: the value of RRULE, such as `FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3`.
  ///   - start: the day of the first change, which the rule follows where it says nothing else.
  /// - Returns: nil for a rule that is not understood.
  init?(_ text: String, start: CalendarDate) {
    var parts: [String: String] = [:]
    for part in text.trimmingSpaces().uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      parts[String(pair[0])] = String(pair[1])
    }
    guard parts["FREQ"] == "YEARLY", parts["INTERVAL"] ?? "1" == "1", Self.known.isSuperset(of: parts.keys) else {
      return nil
    }
    guard let monthDays = Self.numbers(parts["BYMONTHDAY"], within: 31),
      let places = Self.numbers(parts["BYSETPOS"], within: 366)
    else { return nil }
    var weekdays: [Weekday] = []
    for day in (parts["BYDAY"] ?? "").split(separator: ",") {
      guard let weekday = Self.names.firstIndex(of: String(day.suffix(2))) else { return nil }
      let number = day.count == 2 ? 0 : Int(day.dropLast(2)) ?? 9
      guard (-5...5).contains(number), number != 0 || day.count == 2 else { return nil }
      weekdays.append(Weekday(day: weekday, number: number))
    }
    if let text = parts["BYMONTH"] {
      guard let month = Int(text), (1...12).contains(month) else { return nil }
      self.month = month
    } else {
      // Without a month, days are those of the whole year.
      guard weekdays.isEmpty, monthDays.isEmpty else { return nil }
      month = start.month
    }
    if let text = parts["UNTIL"] {
      guard let until = CalendarTime(text) else { return nil }
      self.until = until
    } else {
      until = nil
    }
    (self.weekdays, self.places) = (weekdays, places)
    self.monthDays = weekdays.isEmpty && monthDays.isEmpty ? [start.day] : monthDays
  }

  /// The days of a year on which the clocks change.
  func days(in year: Int) -> [CalendarDate] {
    guard let first = CalendarDate(year: year, month: month, day: 1) else { return [] }
    let length = first.adding(months: 1).adding(days: -1).day
    let days = (1...length).filter { day in
      let weekday = (first.weekday + day - 1) % 7
      let isOnDay = monthDays.isEmpty || monthDays.contains(day) || monthDays.contains(day - length - 1)
      return isOnDay
        && (weekdays.isEmpty
          || weekdays.contains {
            $0.day == weekday && [0, (day - 1) / 7 + 1, (day - length) / 7 - 1].contains($0.number)
          })
    }
    let chosen =
      places.isEmpty
      ? days
      : days.enumerated().filter { places.contains($0.offset + 1) || places.contains($0.offset - days.count) }.map(
        \.element)
    return chosen.compactMap { CalendarDate(year: year, month: month, day: $0) }
  }

  // The numbers of a list; nil for what is none. No list is an empty one.
  private static func numbers(_ text: String?, within most: Int) -> [Int]? {
    guard let text else { return [] }
    let numbers = text.split(separator: ",").compactMap { Int($0) }
    let areValid = numbers.allSatisfy { $0 != 0 && (-most...most).contains($0) }
    return areValid && numbers.count == text.split(separator: ",").count && !numbers.isEmpty ? numbers : nil
  }
}

extension CalendarDate {
  /// The day of the week, from 0 for Sunday.
  fileprivate var weekday: Int {
    // Sakamoto's method.
    let table = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let year = month < 3 ? year - 1 : year
    return (year + year / 4 - year / 100 + year / 400 + table[month - 1] + day) % 7
  }
}
