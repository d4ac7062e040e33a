import Foundation
import KartotekaModel
import KartotekaScreens

struct Ferry: Entity {
  static let plural = "ferries"
  static let table = "ferries"
  let name = Attribute<String>("Name", .required, .title)
  let sails = Attribute<Date>("Sails")
  let day = Attribute<CalendarDate>("Day")
  let minutes = Attribute<Int>("Minutes")
  let picture = Attribute<Data>("Picture")
}

/// Applications whose calendars can't be drawn, and one that is sound.
enum FaultyCalendars {
  static let sound = app { _ in }

  static let all: [FaultyApp] = [
    broken { $0.entity = "sea" },
    broken { $0.start = "name" },
    broken { $0.start = "gone" },
    broken { $0.minutes = "name" },
    broken { $0.start = "day" },
    broken { $0.title = ["picture"] },
    broken { $0.subtitle = ["gone"] },
    FaultyApp("calendar-consistent", app(hasList: false) { _ in }),
  ]

  private static func broken(_ change: (inout CalendarDescription) -> Void) -> FaultyApp {
    FaultyApp("calendar-consistent", app(change))
  }

  private static func app(hasList: Bool = true, _ change: (inout CalendarDescription) -> Void) -> AppDescription {
    let screen = CalendarScreen(Ferry.self, at: \.sails, lasting: \.minutes, title: \.name).description
    guard case .calendar(var calendar) = screen else { preconditionFailure("A calendar is lowered to a calendar") }
    change(&calendar)
    let list = ListDescription(entity: "ferry", title: ["name"], subtitle: [])
    let tabs = [
      TabDescription(path: "calendar", title: "Calendar", symbol: .calendar, screen: .calendar(calendar)),
      TabDescription(path: "ferries", title: "Ferries", symbol: .list, screen: .list(list)),
    ]
    return AppDescription(
      name: "harbour", title: "Harbour", summary: "", symbol: .map, hue: 205, model: ModelDescription([Ferry.self]),
      tabs: hasList ? tabs : [tabs[0]])
  }
}
