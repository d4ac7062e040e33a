import Foundation

extension CalendarDate {
  /// Today, where the program runs.
  public static var today: CalendarDate { CalendarDate(Date()) }

  private static let calendar = Calendar(identifier: .gregorian)

  private init(_ moment: Date) {
    let parts = Self.calendar.dateComponents([.year, .month, .day], from: moment)
    (year, month, day) = (parts.year ?? 1, parts.month ?? 1, parts.day ?? 1)
  }

  /// The day so many days later.
  public func adding(days: Int) -> CalendarDate {
    // Noon exists on every day, whatever the time zone does.
    let noon = Self.calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)) ?? Date()
    return CalendarDate(Self.calendar.date(byAdding: .day, value: days, to: noon) ?? noon)
  }
}
