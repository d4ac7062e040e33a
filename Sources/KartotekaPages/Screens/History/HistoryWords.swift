import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaStore

// Texts about change sets.
extension Localizer {
  /// The origin of a change set: "On a screen".
  func origin(_ origin: ChangeSet.Origin) -> String {
    switch origin {
    case .screen: self("On a screen")
    case .api: self("By the API")
    case .import: self("From a file")
    case .command: self("On the command line")
    case .code: self("By the application")
    }
  }

  /// The operation on a record: "Added".
  func operation(_ operation: RecordChange.Operation) -> String {
    switch operation {
    case .insert: self("Added")
    case .update: self("Changed")
    case .delete: self("Deleted")
    }
  }

  /// The time and origin of a change set: "14 November 2025 at 09:12 · On a screen".
  func summary(_ changeSet: ChangeSet) -> String {
    ([DateText.long(changeSet.at, in: self), origin(changeSet.origin)] + [changeSet.person].compactMap(\.self))
      .joined(separator: " · ")
  }

  /// The time of day and origin: "09:12 · On a screen".
  func timeAndOrigin(_ changeSet: ChangeSet) -> String {
    let time = String(Timestamp.local(changeSet.at, in: timeZone).dropFirst(11).prefix(5))
    return ([time, origin(changeSet.origin)] + [changeSet.person].compactMap(\.self)).joined(separator: " · ")
  }

  /// A moment, for the end of a sentence: "today 14:03", "yesterday 14:03", "14 Nov 2025, 14:03".
  /// - Parameter today: the current day, on which a page with the text depends (``Store/today``).
  func recently(_ moment: Date, today: CalendarDate) -> String {
    let (day, time) = DateText.dayAndTime(moment, in: self)
    if day == today { return self("today {time}", ["time": .text(time)]) }
    if day == today.adding(days: -1) { return self("yesterday {time}", ["time": .text(time)]) }
    return DateText.short(day, in: self) + ", " + time
  }

  /// The day of a time: "Today", "Yesterday", "14 November 2025".
  func day(_ moment: Date) -> String {
    let date = DateText.dayAndTime(moment, in: self).day
    let today = CalendarDate(Date(), in: timeZone)
    if date == today { return self("Today") }
    if date == today.adding(days: -1) { return self("Yesterday") }
    return DateText.long(date, in: self)
  }
}
