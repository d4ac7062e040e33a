import Foundation
import KartotekaModel

/// The dependencies of a cached value beside records, a part of its key: the current day in a time zone, the current minute, the
/// name of the person who asks.
struct CacheContext: Hashable, Sendable {
  private var day: CalendarDate?
  private var zone: TimeZone?
  private var minute: Int?
  private var asker: String?

  /// The context in which a value that depends on something is computed; nil where it depends on none.
  init?(of read: Dependencies) {
    guard read.isOfDay || read.isOfMoment || read.isOfAsker else { return nil }
    if read.isOfDay { (day, zone) = (.today, TaskTimeZone.current) }
    if read.isOfMoment { minute = TaskMoment.minute }
    if read.isOfAsker { asker = Author.current?.name ?? "" }
  }

  /// Whether it is still that day, and that minute.
  var isCurrent: Bool { (day == nil || day == .today) && (minute == nil || minute == TaskMoment.minute) }
}
