import Foundation

extension CalendarDate {
  /// Today in the time zone of the current request, else in the server's.
  public static var today: CalendarDate { CalendarDate(Date(), in: TaskTimeZone.current) }

  /// The day of a moment in a time zone.
  package init(_ moment: Date, in zone: TimeZone) {
    let seconds = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
    self = Timestamp.day(seconds: seconds)
  }

  /// The day a number of days later, limited to the years 1 to 9999.
  public func adding(days: Int) -> CalendarDate {
    let noon = Timestamp.date(description + "T12:00:00Z") ?? .distantPast
    return CalendarDate(noon.addingTimeInterval(Double(days) * 86_400), in: .gmt)
  }
}
