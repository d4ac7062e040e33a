import Foundation
import KartotekaModel

/// The current day in a time zone, or the current minute, as a part of the key of a cached value that depends on it.
struct CacheDay: Hashable, Sendable {
  private var day: CalendarDate?
  private var zone: TimeZone?
  private var minute: Int?

  /// The day on which a value that depends on something is computed; nil where it depends on no day.
  init?(of read: Dependencies) {
    guard read.isOfDay || read.isOfMoment else { return nil }
    if read.isOfDay { (day, zone) = (.today, TaskTimeZone.current) }
    if read.isOfMoment { minute = TaskMoment.minute }
  }

  /// Whether it is still that day, and that minute.
  var isToday: Bool { (day == nil || day == .today) && (minute == nil || minute == TaskMoment.minute) }
}
