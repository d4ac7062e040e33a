import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The people and days to which a history is narrowed down, as its address has them: `person=ID&from=2026-01-01&to=2026-01-31`.
struct HistoryChoice {
  private static let (person, from, through) = ("person", "from", "to")
  /// The periods that are offered, as days of the calendar, so that an address goes on to mean the same.
  private static let periods: [DayPeriod.Relative] = [
    .today, .yesterday, .thisWeek, .lastWeek, .thisMonth, .lastMonth,
  ]

  /// The identity of the person; nil for anybody.
  var person: Int64?
  /// The days as they were typed; empty for an open end.
  var days: (from: String, through: String)

  init(_ query: SubmittedForm) {
    person = query[Self.person].flatMap { Int64($0) }
    func day(_ name: String) -> String { String((query[name] ?? "").trimmingSpaces().prefix(20)) }
    days = (day(Self.from), day(Self.through))
  }

  /// Why the days can't be used; nil if they can.
  var fault: Phrase? {
    for text in [days.from, days.through] where !text.isEmpty && CalendarDate(iso: text) == nil {
      return "This has to be a day: 2026-01-31."
    }
    guard let from = CalendarDate(iso: days.from), let through = CalendarDate(iso: days.through), through < from else {
      return nil
    }
    return "The last day is before the first one."
  }

  /// Whether nothing is chosen.
  var isEmpty: Bool { person == nil && days == ("", "") }

  /// The choice as hidden fields of another form.
  var hidden: [(name: String, value: String)] {
    [(Self.person, person.map(String.init) ?? ""), (Self.from, days.from), (Self.through, days.through)]
      .filter { !$0.1.isEmpty }
  }

  /// An address with what is chosen.
  func address(_ path: URLPath) -> URLPath { hidden.reduce(path) { $0.with($1.name, $1.value) } }

  /// Has a filter let through only change sets of the person and the days.
  func narrow(_ filter: inout ChangeSetFilter, in zone: TimeZone) {
    filter.person = person
    filter.from = Timestamp.range(days.from, in: zone)?.lowerBound
    // The day after the last day of the calendar has no text that can be compared.
    filter.to = days.through < "9999-12-31" ? Timestamp.range(days.through, in: zone)?.upperBound : nil
  }

  /// The links that choose a person and a period.
  /// - Parameters:
  ///   - authors: the people to choose from.
  ///   - removed: the identities of those among them who were removed: somebody else may have their names.
  ///   - address: the address of the history with a choice.
  func subsets(
    of authors: [Author], removed: Set<Int64?> = [], _ say: Localizer, address: (HistoryChoice) -> URLPath
  ) -> [SubsetLinks] {
    var authors = authors
    // A person who did nothing there can be left, too. The name of another one is not told.
    if let person, !authors.contains(where: { $0.id == person }) {
      let own = Author.current.flatMap { $0.id == person ? $0.name : nil }
      authors.append(Author(id: person, name: own ?? say("Somebody without changes")))
    }
    let people = authors.map { author in
      let isChosen = author.id == person
      var choice = self
      choice.person = isChosen ? nil : author.id
      let title = removed.contains(author.id) ? say("{name}, removed", ["name": .text(author.name)]) : author.name
      return SubsetLinks.Item(title: title, href: address(choice), isChosen: isChosen, mark: PersonMark(author))
    }
    let periods = Self.ranges(say).map { period, range in
      let isChosen = days == range
      var choice = self
      choice.days = isChosen ? ("", "") : range
      return SubsetLinks.Item(title: say.capitalized(period.words), href: address(choice), isChosen: isChosen)
    }
    return (people.isEmpty ? [] : [SubsetLinks(label: say("Person"), items: people)])
      + [SubsetLinks(label: say("Days"), items: periods)]
  }

  // The periods that are offered, with their days of now.
  private static func ranges(_ say: Localizer) -> [(period: DayPeriod.Relative, range: (from: String, through: String))]
  {
    let today = CalendarDate(Date(), in: say.timeZone)
    return periods.map { period in
      let range = DayPeriod.relative(period).range(on: today)
      return (period, (range.from?.description ?? "", range.through?.description ?? ""))
    }
  }

  // The days in words; nil if none are chosen.
  private func words(_ say: Localizer) -> String? {
    func word(_ text: String) -> String? { CalendarDate(iso: text).map { DateText.short($0, in: say) } }
    switch (word(days.from), word(days.through)) {
    case (let from?, let through?): return from == through ? from : "\(from) – \(through)"
    case (let from?, nil): return "\(from) –"
    case (nil, let through?): return "– \(through)"
    case (nil, nil): return nil
    }
  }

  /// The form for other days.
  func form(_ path: URLPath, hidden others: [(name: String, value: String)], _ say: Localizer) -> DaysForm {
    var form = DaysForm(
      action: path,
      fields: [
        .init(name: Self.from, label: say("From day"), text: days.from),
        .init(name: Self.through, label: say("To day"), text: days.through),
      ], hidden: others + hidden.filter { $0.name == Self.person }, verb: say("Show"), fault: fault.map { say($0) })
    if fault == nil, !Self.ranges(say).contains(where: { $0.range == days }) { form.chosen = words(say) }
    return form
  }
}

extension PersonMark {
  /// The initials of an author.
  init(_ author: Author) { self.init(number: author.id, name: author.name) }
}
