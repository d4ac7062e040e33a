import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

extension ViewExporter {
  /// Events are on the days, and last as long, as the application's calendars show the records.
  package mutating func followCalendars(of entity: EntityDescription, in app: AppDescription) {
    for tab in app.tabs.reversed() {
      guard case .calendar(let calendar) = tab.screen, calendar.entity == entity.name else { continue }
      day = calendar.start
      minutes[calendar.start] = calendar.minutes
    }
  }
}
