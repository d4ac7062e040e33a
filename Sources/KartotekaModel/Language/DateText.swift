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

  /// `14 November 2025`. The catalogue has a phrase for each month, "{day} November {year}", and so the order
  /// and the case of the month's name.
  package static func long(_ date: CalendarDate, in say: Localizer) -> String {
    say(
      "{day} \(months[date.month - 1]) {year}",
      ["day": .text(String(date.day)), "year": .text(String(date.year))])
  }

  /// `14 November 2025 at 09:12`, in the localizer's time zone.
  package static func long(_ moment: Date, in say: Localizer) -> String {
    guard let (date, time) = dayAndTime(moment, in: say) else { return "" }
    return say("{date} at {time}", ["date": .text(long(date, in: say)), "time": .text(time)])
  }

  /// `14 Nov 2025`, for rows of lists.
  package static func short(_ date: CalendarDate, in say: Localizer) -> String {
    say(
      "{day} \(months[date.month - 1].prefix(3)) {year}",
      ["day": .text(String(date.day)), "year": .text(String(date.year))])
  }

  /// `14 Nov 2025, 09:12`, in the localizer's time zone.
  package static func short(_ moment: Date, in say: Localizer) -> String {
    guard let (date, time) = dayAndTime(moment, in: say) else { return "" }
    return short(date, in: say) + ", " + time
  }

  /// A time of day: `09:05`.
  package static func clock(_ hour: Int, _ minute: Int) -> String {
    (hour < 10 ? "0" : "") + String(hour) + (minute < 10 ? ":0" : ":") + String(minute)
  }

  private static func dayAndTime(_ moment: Date, in say: Localizer) -> (CalendarDate, time: String)? {
    let local = Timestamp.local(moment, in: say.timeZone)
    return CalendarDate(iso: local.prefix(10)).map { ($0, String(local.dropFirst(11).prefix(5))) }
  }
}
