import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The records of a calendar by day, with their places.
struct CalendarEvents {
  /// The maximum length of a record that is shown, in minutes: a week.
  static let mostMinutes: Int64 = 7 * 24 * 60

  private let pages: CalendarPages
  private let page: FetchPage
  private let say: Localizer
  private let title: [ListRows.Text]
  private let subtitle: [ListRows.Text]

  init(_ pages: CalendarPages, _ page: FetchPage, _ say: Localizer) {
    (self.pages, self.page, self.say) = (pages, page, say)
    title = pages.calendar.title.map { ListRows.text($0, pages.entity, page, say) }
    subtitle = pages.calendar.subtitle.map { ListRows.text($0, pages.entity, page, say) }
  }

  /// The day on which a record begins; nil if it has none.
  static func day(of record: AnyRecord, _ start: AttributeDescription) -> CalendarDate? {
    guard case .text(let text) = record[start.name] else { return nil }
    if start.kind == .date { return CalendarDate(iso: text) }
    return Timestamp.date(text).map { CalendarDate($0, in: TaskTimeZone.current) }
  }

  /// The records of each of some days, in order.
  func byDay(_ dates: [CalendarDate]) -> [CalendarDate: [CalendarColumn.Event]] {
    let shown = Set(dates)
    var days: [CalendarDate: [CalendarColumn.Event]] = [:]
    for record in page.records {
      guard var day = Self.day(of: record, pages.start) else { continue }
      guard let first = minute(of: record) else {
        if shown.contains(day) { days[day, default: []].append(event(record, nil, nil)) }
        continue
      }
      // A record that lasts beyond midnight has a part on each day.
      var (start, rest) = (first, max(length(of: record), 0))
      var isFirst = true
      repeat {
        let end = min(start + max(rest, isFirst ? 30 : 0), 24 * 60)
        if shown.contains(day) {
          days[day, default: []].append(event(record, isFirst ? first : nil, start..<max(end, start)))
        }
        rest -= end - start
        (start, isFirst, day) = (0, false, day.adding(days: 1))
      } while rest > 0
    }
    return days.mapValues(placed)
  }

  // The minute of the day, in the person's time zone; nil for a whole day.
  private func minute(of record: AnyRecord) -> Int? {
    guard pages.hasTimes, case .text(let text) = record[pages.start.name], let moment = Timestamp.date(text) else {
      return nil
    }
    let parts = Timestamp.local(moment, in: say.timeZone).dropFirst(11).prefix(5).split(separator: ":")
    return parts.reduce(0) { $0 * 60 + (Int($1) ?? 0) }
  }

  private func length(of record: AnyRecord) -> Int {
    guard let name = pages.calendar.minutes, case .integer(let minutes) = record[name] else { return 30 }
    return Int(min(max(minutes, 0), Self.mostMinutes))
  }

  private func event(_ record: AnyRecord, _ minute: Int?, _ minutes: Range<Int>?) -> CalendarColumn.Event {
    let title = self.title.compactMap { $0(record) }.joined(separator: " ")
    return CalendarColumn.Event(
      id: record.id ?? 0, href: href(of: record),
      title: title.isEmpty ? record.title(in: say, related: page.included) : title,
      subtitle: subtitle.compactMap { $0(record) }.joined(separator: " · "),
      time: minute.map { DateText.clock($0 / 60, $0 % 60, in: say) }, minutes: minutes,
      tone: page.computed[record.id ?? 0]?.state?.tone ?? .plain, start: canMove(record) ? stored(record) : nil)
  }

  private func href(of record: AnyRecord) -> URLPath? {
    guard pages.screens.screen(of: pages.entity) != nil else { return nil }
    let path = pages.screens.path(of: pages.entity).appending(record.id ?? 0)
    if let list = pages.list { return path.with(list: list.request) }
    return path.with("via", pages.step)
  }

  private func stored(_ record: AnyRecord) -> String? {
    if case .text(let text) = record[pages.start.name] { text } else { nil }
  }

  private func canMove(_ record: AnyRecord) -> Bool {
    !pages.screens.isFixed(pages.entity) && pages.start.writability == .always && pages.start.settingAction == nil
      && record.sealing == nil
  }

  // Records of the same time stand side by side.
  private func placed(_ events: [CalendarColumn.Event]) -> [CalendarColumn.Event] {
    guard pages.hasTimes else { return events }
    var events = events.sorted { ($0.minutes?.lowerBound ?? 0) < ($1.minutes?.lowerBound ?? 0) }
    var (ends, first): ([Int], Int) = ([], 0)
    func close(_ last: Int) {
      for index in first..<last { events[index].lane.count = min(ends.count, Self.mostLanes) }
      (ends, first) = ([], last)
    }
    for index in events.indices {
      guard let minutes = events[index].minutes else { continue }
      if ends.allSatisfy({ $0 <= minutes.lowerBound }) { close(index) }
      let end = minutes.lowerBound + max(minutes.count, 20)
      let lane = ends.firstIndex { $0 <= minutes.lowerBound } ?? ends.count
      if lane < ends.count { ends[lane] = end } else { ends.append(end) }
      events[index].lane.place = min(lane, Self.mostLanes - 1)
    }
    close(events.count)
    return events
  }

  private static let mostLanes = 6
}

extension CalendarDate {
  /// The keys of the day's name.
  var weekday: (name: String, short: String) {
    let name = DateText.weekdays[weekdayIndex]
    return (name, String(name.prefix(3)))
  }

  fileprivate var monthName: String { DateText.months[month - 1] }
}

extension CalendarDescription.View {
  /// The days that are shown: a day, a week from Monday on, or the weeks of a month.
  func dates(around day: CalendarDate) -> [CalendarDate] {
    switch self {
    case .day: return [day]
    case .week: return Self.week(of: day)
    case .month:
      let first = day.adding(days: 1 - day.day)
      let last = first.adding(months: 1).adding(days: -1)
      let start = first.adding(days: -first.weekdayIndex)
      let count = first.weekdayIndex + last.day + (6 - last.weekdayIndex)
      return (0..<count).map { start.adding(days: $0) }
    }
  }

  private static func week(of day: CalendarDate) -> [CalendarDate] {
    let monday = day.adding(days: -day.weekdayIndex)
    return (0..<7).map { monday.adding(days: $0) }
  }

  /// The day in a period before or after.
  func moved(_ day: CalendarDate, by count: Int) -> CalendarDate {
    switch self {
    case .day: day.adding(days: count)
    case .week: day.adding(days: 7 * count)
    case .month: day.adding(months: count)
    }
  }

  /// "24 November 2026" with its day of the week, "23–29 November 2026", "November 2026".
  func title(around day: CalendarDate, _ say: Localizer) -> String {
    let title: String
    switch self {
    case .day:
      title = say(
        "{weekday}, {date}",
        ["weekday": .phrase(Phrase(day.weekday.name)), "date": .text(DateText.long(day, in: say))])
    case .week:
      let week = Self.week(of: day)
      guard let first = week.first, let last = week.last else { return "" }
      title =
        first.month == last.month
        ? DateText.long(days: "\(first.day)–\(last.day)", of: first, in: say)
        : DateText.short(first, in: say) + " – " + DateText.short(last, in: say)
    case .month:
      title = say(
        "{month} {year}", ["month": .phrase(Phrase(day.monthName)), "year": .text(String(day.year))])
    }
    return title.prefix(1).uppercased() + title.dropFirst()
  }

  /// The labels of the ways to other periods.
  var words: (earlier: String, later: String) {
    switch self {
    case .day: ("Previous day", "Next day")
    case .week: ("Previous week", "Next week")
    case .month: ("Previous month", "Next month")
    }
  }
}
