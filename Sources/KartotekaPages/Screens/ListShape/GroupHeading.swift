import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The headings of a list's groups: the values of one field, or their units of days.
struct GroupHeading {
  private let value: (AnyRecord) -> Value
  private let text: (AnyRecord) -> String
  /// The notes beside the headings, by the values.
  private var notes: [Value: String] = [:]

  /// The headings for a field of the list's entity; nil for an unknown field.
  init?(_ group: ListGroup, of list: ListScreen, _ page: FetchPage, _ say: Localizer) {
    let (name, entity, empty) = (group.field, list.entity, say("empty"))
    if let unit = group.unit {
      let values = Self.values(name, of: entity, page)
      value = { record in
        guard let day = values.flatMap({ Self.day($0(record)) }) else { return .null }
        return .text(unit.key(of: day))
      }
      text = { [value] record in
        guard case .text(let key) = value(record), let day = unit.first(of: key) else { return empty }
        return unit.words(day, say)
      }
    } else if let position = entity.position(of: name) {
      let column = entity.columns[position]
      value = { $0.values[position] }
      text = { record in
        if case .toOne = column {
          guard case .integer(let id) = record.values[position] else { return empty }
          return page.included[name]?[id]?.title(in: say) ?? String(id)
        }
        let text = column.brief(record.values[position], in: say)
        return text.isEmpty ? empty : text
      }
    } else if name == ComputedValues.stateKey, !entity.states.isEmpty {
      value = { record in
        let state = page.computed[record.id ?? 0]?.state
        return entity.states.firstIndex { $0.name == state?.name }.map { .integer(Int64($0)) } ?? .null
      }
      text = { page.computed[$0.id ?? 0]?.state.map { say($0.label) } ?? empty }
    } else if let values = Self.values(name, of: entity, page) {
      value = values
      text = { entity.display(name, of: page.computed[$0.id ?? 0], in: say) ?? empty }
    } else {
      return nil
    }
  }

  /// The headings with the number of records and the figures of each group.
  init?(
    _ request: ScreenRequest, of list: ListScreen, _ page: FetchPage, _ fetch: AnyFetchRequest
  ) async throws {
    guard let group = request.shape.group else { return nil }
    self.init(group, of: list, page, request.say)
    let isFew = group.unit != nil || group.field == ComputedValues.stateKey
    notes = try await ListFigures(shaping: ListShaping(list)).notes(
      of: group, among: isFew ? nil : page.records.map(value), request, fetch)
  }

  // The value of a column or a computed value.
  private static func values(
    _ name: String, of entity: EntityDescription, _ page: FetchPage
  ) -> ((AnyRecord) -> Value)? {
    if let position = entity.position(of: name) { return { $0.values[position] } }
    guard let index = entity.computed.firstIndex(where: { $0.name == name }) else { return nil }
    return { page.computed[$0.id ?? 0]?.values[index] ?? .null }
  }

  private static func day(_ value: Value) -> CalendarDate? {
    guard case .text(let text) = value else { return nil }
    return CalendarDate(iso: text) ?? Timestamp.date(text).map { CalendarDate($0, in: TaskTimeZone.current) }
  }

  /// A group that begins at a record: its heading, and what stands beside it.
  struct Start {
    let heading: String
    var note: String?
  }

  /// The records that begin a group, by their index.
  func starts(of records: [AnyRecord]) -> [Int: Start] {
    var starts: [Int: Start] = [:]
    // Records are in the order of what is called alike: a value may come again.
    var told: Set<Value> = []
    var last: (index: Int, heading: String, value: Value)?
    for (index, record) in records.enumerated() {
      let (heading, value) = (text(record), value(record))
      if let last, last.heading == heading {
        // Several values are called alike: the figures of one are not those of the heading.
        if last.value != value { starts[last.index]?.note = nil }
      } else {
        starts[index] = Start(heading: heading, note: told.insert(value).inserted ? notes[value] : nil)
        last = (index, heading, value)
      }
    }
    return starts
  }

  /// Neighbouring records with the same heading.
  func sections(of records: [AnyRecord], _ row: (AnyRecord) -> ListRow) -> [ListSection] {
    let starts = starts(of: records)
    var sections: [ListSection] = []
    for (index, record) in records.enumerated() {
      if let start = starts[index] {
        sections.append(ListSection(initial: start.heading, note: start.note, rows: []))
      }
      sections[sections.count - 1].rows.append(row(record))
    }
    return sections
  }
}

extension DayUnit {
  /// The unit that begins on a day, in words.
  func words(_ first: CalendarDate, _ say: Localizer) -> String {
    switch self {
    case .day: DateText.short(first, in: say)
    case .week:
      say(
        "Week {week}, {year}",
        ["week": .text(String(Int(key(of: first).suffix(2)) ?? 0)), "year": .text(String(key(of: first).prefix(4)))])
    case .month: Month(first).name(in: say)
    case .quarter:
      say("Q{quarter} {year}", ["quarter": .text(String((first.month + 2) / 3)), "year": .text(String(first.year))])
    case .year: String(first.year)
    }
  }

  /// A grouping of a field by the unit, a catalogue key.
  var words: String {
    switch self {
    case .day: "{field} by day"
    case .week: "{field} by week"
    case .month: "{field} by month"
    case .quarter: "{field} by quarter"
    case .year: "{field} by year"
    }
  }
}
