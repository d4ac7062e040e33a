import Foundation
import KartotekaModel

/// The time zones of a calendar: those of the system, and those that the file itself describes (RFC 5545, 3.6.5), as Outlook
/// does under names that no system knows.
struct CalendarZones {
  /// A change of the clocks: from a moment on, once, at several moments or each year.
  fileprivate struct Change {
    var start: CalendarTime?
    /// The offsets before and after, in seconds.
    var before: Int?
    var offset: Int?
    /// Further moments.
    var moments: [CalendarTime] = []
    /// The rule as it is written, until the zone ends; nil for a change that has none.
    var written: String?
    var rule: CalendarRule?
    /// Whether a part is not understood.
    var isUnknown = false
  }

  /// A time zone that the file describes.
  fileprivate struct Described {
    var name = ""
    /// The name that the system knows, if the file says it.
    var location: String?
    var changes: [Change] = []
    /// Whether there are more changes than are kept.
    var isCut = false
  }

  private var described: [String: Described] = [:]
  private var current: Described?
  private static let mostZones = 1_000
  private static let mostChanges = 1_000
  /// The maximum number of moments of a change.
  private static let mostMoments = 1_000

  /// Takes a property within VTIMEZONE.
  /// - Parameter component: the innermost component, such as `STANDARD`.
  mutating func take(_ property: CalendarProperty, in component: String) {
    if current == nil { current = Described() }
    switch property.name {
    case "TZID": current?.name = property.text
    case "X-LIC-LOCATION": current?.location = property.text
    case "BEGIN":
      if let count = current?.changes.count, count < Self.mostChanges {
        current?.changes.append(Change())
      } else {
        current?.isCut = true
      }
    default:
      guard component != "VTIMEZONE", let last = current?.changes.indices.last else { return }
      switch property.name {
      case "DTSTART": current?.changes[last].start = CalendarTime(property.value)
      case "TZOFFSETFROM": current?.changes[last].before = Self.seconds(property.value)
      case "TZOFFSETTO": current?.changes[last].offset = Self.seconds(property.value)
      case "RRULE":
        // Two rules of one change are not known to be written.
        if current?.changes[last].written != nil { current?.changes[last].isUnknown = true }
        current?.changes[last].written = property.value
      case "RDATE":
        let moments = property.value.split(separator: ",").map { CalendarTime(String($0)) }
        current?.changes[last].moments += moments.compactMap(\.self)
        let count = current?.changes[last].moments.count ?? 0
        if moments.contains(nil) || count > Self.mostMoments { current?.changes[last].isUnknown = true }
      case "EXDATE", "EXRULE": current?.changes[last].isUnknown = true
      default: break
      }
    }
  }

  /// Ends VTIMEZONE.
  mutating func end() {
    if var current, described.count < Self.mostZones {
      for place in current.changes.indices { current.changes[place].understand() }
      described[current.name] = current
    }
    current = nil
  }

  /// The time in ISO 8601 with its offset; without one where it is the person's local time.
  /// - Parameter name: the name of its zone in the file.
  /// - Returns: the text, and whether it lacks an offset because the zone is not known at that time.
  func text(_ time: CalendarTime, in name: String?) -> (text: String, lacksZone: Bool) {
    guard time.seconds != nil else { return (time.local, false) }
    if time.isUniversal { return (time.local + "Z", false) }
    guard let name, !name.isEmpty else { return (time.local, false) }
    if let zone = systemZone(name) {
      guard let moment = Timestamp.date(time.local, in: zone) else { return (time.local, true) }
      return (time.local + Self.offset(zone.secondsFromGMT(for: moment)), false)
    }
    guard let seconds = described[name]?.offset(at: time) else { return (time.local, true) }
    return (time.local + Self.offset(seconds), false)
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
    return (seconds < 0 ? "-" : "+") + DateText.clock(minutes / 60, minutes % 60)
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
}

extension CalendarZones.Described {
  /// The offset of a local time: that of the last change before it. Nil where a change is not understood.
  fileprivate func offset(at time: CalendarTime) -> Int? {
    guard !isCut else { return nil }
    var best: (start: CalendarTime, offset: Int)?
    for change in changes {
      guard let start = change.start, let offset = change.offset else { return nil }
      guard start <= time else { continue }
      guard let begin = change.last(from: start, before: time) else { return nil }
      if best.map({ $0.start <= begin }) ?? true { best = (begin, offset) }
    }
    if let best { return best.offset }
    // Before the first change.
    let first = changes.min { ($0.start ?? time) < ($1.start ?? time) }
    return first?.before ?? first?.offset
  }
}

extension CalendarZones.Change {
  // Reads the rule, which may stand before the day of the first change.
  fileprivate mutating func understand() {
    guard let written, let start else { return }
    rule = CalendarRule(written, start: start.day)
    if rule == nil { isUnknown = true }
  }

  // The last moment up to a time at which the clocks change so; nil where that is not known.
  fileprivate func last(from start: CalendarTime, before time: CalendarTime) -> CalendarTime? {
    guard !isUnknown else { return nil }
    var last = start
    for moment in moments where moment <= time && moment > last { last = moment }
    guard let rule else { return last }
    var end = time
    if let until = rule.until {
      // The rule's times are those before the change.
      let local = until.isUniversal ? until.adding(seconds: before ?? 0) : until
      end = min(time, until.seconds == nil ? CalendarTime(local.day, 86_399, isUniversal: false) : local)
    }
    for year in [end.day.year - 1, end.day.year] {
      for day in rule.days(in: year) {
        let moment = CalendarTime(day, start.seconds ?? 0, isUniversal: false)
        if moment >= start, moment <= end, moment > last { last = moment }
      }
    }
    return last
  }
}
