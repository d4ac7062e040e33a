import Foundation

/// Days and moments as people write them: `14 November 2025 at 09:12`, with the month's name as it stands
/// in a date (in Polish and Russian: in the genitive).
package enum DateText {
  /// The keys of the months' names. Their first three letters are the keys of the short names.
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]
  /// The key of the short name of May. In English the whole name has three letters, too, which other languages shorten.
  package static let shortMay = "May in short"
  /// The short name of a month by itself, as axes have it: `Apr`.
  package static func shortName(ofMonth month: Int, in say: Localizer) -> String {
    say(month == 5 && say.language != .english ? shortMay : String(months[month - 1].prefix(3)))
  }
  /// The keys of the weekdays' names, from Monday. Their first three letters are the keys of the short names.
  package static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// `14 November 2025`, in the United States `November 14, 2025`.
  package static func long(_ date: CalendarDate, in say: Localizer) -> String {
    long(days: String(date.day), of: date, in: say)
  }

  /// Several days of a month: `23–29 November 2026`. The catalogue has a phrase for each month, "{day} November {year}",
  /// and so the order and the case of the month's name.
  /// - Parameter date: one of the days.
  package static func long(days: String, of date: CalendarDate, in say: Localizer) -> String {
    text(days, months[date.month - 1], date.year, in: say)
  }

  private static func text(_ days: String, _ month: String, _ year: Int, in say: Localizer) -> String {
    // English alone has this form.
    if say.region == .unitedStates { return "\(month) \(days), \(year)" }
    return say("{day} \(month) {year}", ["day": .text(days), "year": .text(String(year))])
  }

  /// `14 November 2025 at 09:12`, in the localizer's time zone.
  package static func long(_ moment: Date, in say: Localizer) -> String {
    let (date, time) = dayAndTime(moment, in: say)
    return say("{date} at {time}", ["date": .text(long(date, in: say)), "time": .text(time)])
  }

  /// `14 Nov 2025`, for rows of lists; in the United States `Nov 14, 2025`.
  package static func short(_ date: CalendarDate, in say: Localizer) -> String {
    text(String(date.day), String(months[date.month - 1].prefix(3)), date.year, in: say)
  }

  /// `14 Nov 2025, 09:12`, in the localizer's time zone.
  package static func short(_ moment: Date, in say: Localizer) -> String {
    let (date, time) = dayAndTime(moment, in: say)
    return short(date, in: say) + ", " + time
  }

  /// The time of day of a moment, in the localizer's time zone: `09:12`, in the United States `9:12 AM`.
  package static func clock(_ moment: Date, in say: Localizer) -> String { dayAndTime(moment, in: say).time }

  /// A time of day as addresses have it: `09:05`.
  package static func clock(_ hour: Int, _ minute: Int) -> String {
    (hour < 10 ? "0" : "") + String(hour) + (minute < 10 ? ":0" : ":") + String(minute)
  }

  /// A time of day as people read it: `09:05`, in the United States `9:05 AM`.
  package static func clock(_ hour: Int, _ minute: Int, in say: Localizer) -> String {
    guard say.region == .unitedStates else { return clock(hour, minute) }
    return String(twelve(hour)) + (minute < 10 ? ":0" : ":") + String(minute) + half(of: hour)
  }

  /// A full hour at the side of a day: `9:00`, in the United States `9 AM`.
  package static func hour(_ hour: Int, in say: Localizer) -> String {
    say.region == .unitedStates ? String(twelve(hour)) + half(of: hour) : "\(hour):00"
  }

  private static func twelve(_ hour: Int) -> Int { hour % 12 == 0 ? 12 : hour % 12 }

  // With the narrow space of CLDR, which browsers write, too.
  private static func half(of hour: Int) -> String { hour < 12 ? "\u{202f}AM" : "\u{202f}PM" }

  /// The day of a moment and its time of day, in the localizer's time zone.
  package static func dayAndTime(_ moment: Date, in say: Localizer) -> (day: CalendarDate, time: String) {
    let (day, milliseconds) = Timestamp.clock(of: moment, in: say.timeZone)
    let minutes = milliseconds / 60_000
    return (day, clock(minutes / 60, minutes % 60, in: say))
  }
}
