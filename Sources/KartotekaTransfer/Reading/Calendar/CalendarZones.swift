import Foundation
import KartotekaModel

/// The time zones of a calendar: those of the system, and those that the file itself describes (RFC 5545, 3.6.5), as Outlook
/// does under names that no system knows.
struct CalendarZones {
  /// A change of the clocks: from a moment on, once or each year.
  fileprivate struct Change {
    var start: CalendarTime?
    var offset: Int?
    /// The month, and the weekday with its number in the month, from 1 or, from the end, from -1; nil for a change that
    /// happens once.
    var rule: (month: Int, weekday: Int, number: Int)?
  }

  /// A time zone that the file describes.
  fileprivate struct Described {
    var name = ""
    /// The name that the system knows, if the file says it.
    var location: String?
    var changes: [Change] = []
  }

  private var described: [String: Described] = [:]
  private var current: Described?
  private static let mostZones = 1_000
  private static let mostChanges = 1_000
  private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  /// Takes a property within VTIMEZONE.
  /// - Parameter component: the innermost component, such as `STANDARD`.
  mutating func take(_ property: CalendarProperty, in component: String) {
    if current == nil { current = Described() }
    switch property.name {
    case "TZID": current?.name = property.text
    case "X-LIC-LOCATION": current?.location = property.text
    case "BEGIN" where (current?.changes.count ?? 0) < Self.mostChanges: current?.changes.append(Change())
    default:
      guard component != "VTIMEZONE", let last = current?.changes.indices.last else { return }
      switch property.name {
      case "DTSTART": current?.changes[last].start = CalendarTime(property.value)
      case "TZOFFSETTO": current?.changes[last].offset = Self.seconds(property.value)
      case "RRULE": current?.changes[last].rule = Self.rule(property.value)
      default: break
      }
    }
  }

  /// Ends VTIMEZONE.
  mutating func end() {
    if let current, described.count < Self.mostZones { described[current.name] = current }
    current = nil
  }

  /// The time in ISO 8601 with its offset; without one where it is the person's local time.
  /// - Parameter name: the name of its zone in the file.
  func text(_ time: CalendarTime, in name: String?) -> String {
    guard time.seconds != nil else { return time.local }
    if time.isUniversal { return time.local + "Z" }
    guard let name, !name.isEmpty else { return time.local }
    if let zone = systemZone(name) {
      guard let moment = Timestamp.date(time.local, in: zone) else { return time.local }
      return time.local + Self.offset(zone.secondsFromGMT(for: moment))
    }
    guard let seconds = described[name]?.offset(at: time) else { return time.local }
    return time.local + Self.offset(seconds)
  }

  // Some programs put their name before the zone's: `/citadel.org/20260101_1/Europe/Berlin`.
  private func systemZone(_ name: String) -> TimeZone? {
    let names = [name, described[name]?.location ?? ""]
    for name in names where !name.isEmpty {
      let parts = name.split(separator: "/")
      for count in [parts.count, 3, 2] where count <= parts.count && count > 0 {
        let candidate = parts.suffix(count).joined(separator: "/")
        // Three letters alone are no name of a place, and are read differently by different systems.
        if candidate.contains("/") || candidate == "UTC", let zone = TaskTimeZone.named(candidate) { return zone }
      }
    }
    return nil
  }

  private static func offset(_ seconds: Int) -> String {
    let minutes = Int(seconds.magnitude) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    return (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }

  // `+0130`, `-073000`.
  private static func seconds(_ text: String) -> Int? {
    let digits = text.filter(\.isWholeNumber)
    guard [4, 6].contains(digits.count), let number = Int(digits.prefix(4)), number / 100 < 24, number % 100 < 60 else {
      return nil
    }
    let seconds = number / 100 * 3_600 + number % 100 * 60
    return text.contains("-") ? -seconds : seconds
  }

  // `FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3`
  private static func rule(_ text: String) -> (month: Int, weekday: Int, number: Int)? {
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { parts[String(pair[0])] = String(pair[1]) }
    }
    guard parts["FREQ"] == "YEARLY", let month = parts["BYMONTH"].flatMap({ Int($0) }), (1...12).contains(month),
      let day = parts["BYDAY"], let weekday = weekdays.firstIndex(of: String(day.suffix(2)))
    else { return nil }
    let number = Int(day.dropLast(2)) ?? 1
    return (-5...5).contains(number) && number != 0 ? (month, weekday, number) : nil
  }
}

extension CalendarZones.Described {
  /// The offset of a local time: that of the last change before it.
  fileprivate func offset(at time: CalendarTime) -> Int? {
    var best: (start: CalendarTime, offset: Int)?
    for change in changes {
      guard let start = change.start, let offset = change.offset else { continue }
      for begin in change.begins(start, before: time) where begin <= time && (best.map { $0.start <= begin } ?? true) {
        best = (begin, offset)
      }
    }
    // Before the first change.
    return best?.offset ?? changes.first?.offset
  }
}

extension CalendarZones.Change {
  // The changes of the time's year and of the year before.
  fileprivate func begins(_ start: CalendarTime, before time: CalendarTime) -> [CalendarTime] {
    guard let rule else { return [start] }
    return [time.day.year - 1, time.day.year].compactMap { year in
      guard year >= start.day.year, let first = CalendarDate(year: year, month: rule.month, day: 1) else { return nil }
      let day: CalendarDate
      if rule.number > 0 {
        day = first.adding(days: (rule.weekday - first.weekday + 7) % 7 + (rule.number - 1) * 7)
      } else {
        let last = first.adding(months: 1).adding(days: -1)
        day = last.adding(days: -((last.weekday - rule.weekday + 7) % 7) + (rule.number + 1) * 7)
      }
      return CalendarTime(day, start.seconds ?? 0, isUniversal: false)
    }
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
