import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A calendar of an application, or a list as a calendar: the records of a day, a week or a month.
struct CalendarPages: Sendable {
  /// The parameters of its address.
  static let parameters: Set<String> = ["view", "day"]

  let screens: AppScreens
  let tab: TabDescription
  let calendar: CalendarDescription
  let entity: EntityDescription
  /// The attribute with the day or moment.
  let start: AttributeDescription
  /// The period.
  let view: CalendarDescription.View
  /// The list whose layout it is, and the request with its search and filters; nil for a tab of its own.
  let list: (screen: ListScreen, request: ScreenRequest)?
  /// The list where new records are added; nil if none can be.
  private let adding: ListScreen?

  /// The calendar of a tab; nil for other tabs.
  /// - Parameter view: the period; nil for the declared one.
  init?(_ screens: AppScreens, _ tab: TabDescription, _ view: CalendarDescription.View? = nil) {
    guard case .calendar(let calendar) = tab.screen,
      let entity = screens.description.model.entity(named: calendar.entity),
      let start = entity.attribute(calendar.start)
    else { return nil }
    self.screens = screens
    self.tab = tab
    self.calendar = calendar
    self.entity = entity
    self.start = start
    self.view = view ?? calendar.view
    list = nil
    adding = Self.adding(screens, entity)
  }

  /// A list as a calendar; nil for requests of other layouts.
  init?(_ list: ListScreen, _ request: ScreenRequest) {
    guard case .calendar(let name, let period) = request.shape.layout, let start = list.entity.attribute(name),
      list.entity.layouts.contains(where: request.shape.layout.isLike)
    else { return nil }
    let declared = list.screens.description.tabs.lazy.compactMap { tab -> CalendarDescription? in
      if case .calendar(let calendar) = tab.screen { calendar } else { nil }
    }
    screens = list.screens
    tab = list.tab
    entity = list.entity
    calendar =
      declared.first { $0.entity == list.entity.name && $0.start == name }
      ?? CalendarDescription(entity: list.entity.name, start: name)
    self.start = start
    view = CalendarDescription.View(rawValue: period.rawValue) ?? .month
    self.list = (list, request)
    adding = Self.adding(list.screens, list.entity)
  }

  private static func adding(_ screens: AppScreens, _ entity: EntityDescription) -> ListScreen? {
    guard !screens.isFixed(entity), let list = ListScreen(screens, of: entity), list.list.offersNew else { return nil }
    return list
  }

  var store: Store { screens.store }
  var address: URLPath { screens.path.appending(tab.path) }
  var hasTimes: Bool { start.kind == .timestamp }

  /// The address of the period around a day.
  func address(_ day: CalendarDate, _ view: CalendarDescription.View? = nil) -> URLPath {
    at(day, view, below: address)
  }

  // An address with the period around a day, and with the state of a list.
  private func at(
    _ day: CalendarDate, _ view: CalendarDescription.View? = nil, below path: URLPath
  ) -> URLPath {
    let view = view ?? self.view
    guard let list else { return path.with("view", view.rawValue).with("day", day.description) }
    let request = list.request.shaped { shape in
      shape.layout = .calendar(start.name, ListShape.Layout.Period(rawValue: view.rawValue) ?? .month)
    }
    return path.with(list: request).with("day", day.description)
  }

  /// The calendar with the period of a request. A list's opens at its chosen record.
  func asked(_ request: ScreenRequest) async throws -> (pages: CalendarPages, day: CalendarDate) {
    var day = request.query["day"].flatMap { CalendarDate(iso: $0) }
    if let list {
      if day == nil, let id = request.selected, let record = try await store.record(list.screen.entity, id: id) {
        day = CalendarEvents.day(of: record, start)
      }
      return (self, day ?? .today)
    }
    let view = request.query["view"].flatMap(CalendarDescription.View.init)
    return (CalendarPages(screens, tab, view) ?? self, day ?? .today)
  }

  // MARK: Pages

  /// The page of a request.
  func page(
    _ request: ScreenRequest, title: String? = nil, status: HTTPResponse.Status = .ok, fault: String? = nil,
    sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    let (pages, day) = try await asked(request)
    return try await pages.page(around: day, request, title: title, status: status, fault: fault, sheet: sheet)
  }

  /// The page of the period around a day.
  /// - Parameter fault: why a record was not moved.
  func page(
    around day: CalendarDate, _ request: ScreenRequest, title: String? = nil, status: HTTPResponse.Status = .ok,
    fault: String? = nil, sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    var column = try await column(around: day, request.say)
    column.fault = fault
    if let list {
      column.search = list.screen.searchField(request)
      column.shape = try await list.screen.bar(request)
    }
    // An undo leads back to the period.
    var asked = request
    asked.address = address(day)
    return try await screens.page(
      title ?? column.period, for: asked, tab: tab.path, status: status, hasTwoColumns: false,
      kind: list == nil ? .calendar : .agenda, sheet: sheet, columns: [column]
    )
    .depending(on: .day)
  }

  private func column(around day: CalendarDate, _ say: Localizer) async throws -> CalendarColumn {
    let dates = view.dates(around: day)
    let page = try await records(of: dates)
    let events = CalendarEvents(self, page, say).byDay(dates)
    let hours = hours(events)
    var column = CalendarColumn(
      title: say(tab.title), leading: screens.leading(tab, say), period: view.title(around: day, say),
      views: [("Day", .day), ("Week", .week), ("Month", .month)].map {
        (say($0), address(day, $1), $1 == view)
      },
      earlier: (say(view.words.earlier), address(view.moved(day, by: -1))),
      later: (say(view.words.later), address(view.moved(day, by: 1))), today: address(.today),
      layout: view == .month ? .month : hours.map { .hours($0) } ?? .lists, days: [],
      action: at(day, below: list?.screen.movePath ?? address.appending("move")))
    if let href = new(on: dates.contains(.today) ? .today : view == .month ? day : dates[0]) {
      column.new = (href, screens.newTitle(entity, say))
    }
    column.days = dates.map { date in
      var shown = CalendarColumn.Day(
        date: date, href: address(date, .day), weekday: say(date.weekday.short),
        name: say(
          "{weekday}, {date}",
          ["weekday": .phrase(Phrase(date.weekday.name)), "date": .text(DateText.long(date, in: say))]),
        counted: say.counted(events[date]?.count ?? 0, entity.nouns), isToday: date == .today)
      shown.isOutside = view == .month && date.month != day.month
      shown.new = new(on: date)
      shown.events = events[date] ?? []
      if view != .month, let hours { shown.slots = hours.compactMap { new(on: date, hour: $0) } }
      return shown
    }
    if let total = page.total, total > page.records.count {
      column.note = say(
        "Only {found} are shown.", ["found": .text(say.counted(page.records.count, of: total, entity.nouns))])
    }
    return column
  }

  // The hours of the day: those of usual work, and those of all records.
  private func hours(_ events: [CalendarDate: [CalendarColumn.Event]]) -> Range<Int>? {
    guard hasTimes else { return nil }
    let minutes = events.values.joined().compactMap(\.minutes)
    let first = min(8, minutes.map { $0.lowerBound / 60 }.min() ?? 8)
    let last = max(18, minutes.map { ($0.upperBound + 59) / 60 }.max() ?? 18)
    return first..<min(last, 24)
  }

  /// The form for a new record on a day; nil if none can be added there.
  func new(on day: CalendarDate, hour: Int? = nil) -> URLPath? {
    guard let adding else { return nil }
    let path = screens.path(of: entity).appending("new")
    let form = list.map { path.with(list: $0.request) } ?? path.with("on", step).with("via", step)
    guard start.writability != .never, start.settingAction == nil, adding.chooser == nil else {
      return hour == nil ? form : nil
    }
    let time = "T" + DateText.clock(hour ?? 9, 0)
    return form.with(start.name, day.description + (hasTimes ? time : ""))
  }

  // MARK: Records

  private func records(of dates: [CalendarDate]) async throws -> FetchPage {
    var request = AnyFetchRequest(entity.name)
    if let list { request = try await list.screen.fetchRequest(list.request) }
    guard let first = dates.first, let last = dates.last else { return try await store.fetch(request) }
    var (from, to) = (first.description, last.adding(days: 1).description)
    if hasTimes {
      let zone = TaskTimeZone.current
      let start = Timestamp.range(first.description, in: zone)?.lowerBound ?? .distantPast
      let end = Timestamp.range(last.description, in: zone)?.upperBound ?? .distantFuture
      // A record of the days before may last into the period.
      let earlier = calendar.minutes == nil ? 0 : CalendarEvents.mostMinutes
      from = Timestamp.text(start.addingTimeInterval(Double(-earlier * 60)))
      to = Timestamp.text(end)
    }
    request.predicate =
      [
        .compare(start.name, .gte, [.text(from)]), .compare(start.name, .lt, [.text(to)]), request.predicate,
      ].joined
    request.sort = [FetchSort(start.name)]
    (request.ranksMatches, request.displayOrder) = (false, nil)
    request.limit = AnyFetchRequest.limits.most
    request.readsBlobs = false
    request.wantsComputed = entity.hasComputed
    let related = (calendar.title + calendar.subtitle).filter { entity.relationship($0) != nil }
    request.include = Array(Set(related + entity.titleRelationships.map(\.name))).sorted()
    return try await store.fetch(request)
  }
}

extension CalendarPages: RecordView {
  /// The calendar with a period, in trails and forms: `calendar-week`.
  var step: String { tab.path + "-" + view.rawValue }

  func address(of record: AnyRecord) async throws -> URLPath? {
    guard record.entity.name == entity.name, let day = CalendarEvents.day(of: record, start) else { return nil }
    return address(day)
  }

  func section(of record: AnyRecord, _ say: Localizer) async throws -> (any Component)? { nil }

  func page(
    at record: AnyRecord?, _ request: ScreenRequest, status: HTTPResponse.Status, sheet: Sheet
  ) async throws -> ScreenDocument {
    let day = record.flatMap { CalendarEvents.day(of: $0, start) } ?? .today
    return try await page(around: day, request, status: status, sheet: sheet)
  }
}

extension CalendarPages {
  /// Moves a record to a day or moment (`to`), unless somebody else has changed its start (`was`).
  func move(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let (pages, day) = try await asked(request)
    return try await screens.move(
      id, of: entity, by: start.name, form, request.say, to: pages.address(day),
      refused: { try await pages.page(around: day, request, status: $1, fault: $0) })
  }
}
