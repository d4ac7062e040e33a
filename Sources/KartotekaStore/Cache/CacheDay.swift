import Foundation
import KartotekaModel

/// The current day in a time zone, as a part of the key of a cached value that depends on it.
struct CacheDay: Hashable, Sendable {
  private let day: CalendarDate
  private let zone: TimeZone

  /// The day on which a value that depends on something is computed; nil where it depends on no day.
  init?(of read: Dependencies) {
    guard read.isOfDay else { return nil }
    (day, zone) = (.today, TaskTimeZone.current)
  }

  /// Whether it is still that day.
  var isToday: Bool { day == .today }
}
