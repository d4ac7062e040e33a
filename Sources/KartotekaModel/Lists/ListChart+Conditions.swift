// The records of a chart's groups as conditions of a list's filter, by which a press opens them and large tables are counted.
extension ListGroup {
  /// The group as a chart shows it: days and moments without a unit by day.
  package func charted(_ subject: FilterSubject) -> ListGroup {
    unit == nil && subject.isOfDays ? ListGroup(field, by: .day) : self
  }

  /// The condition of the records of one group; nil for a value that a filter can't name.
  /// - Parameter value: the group's value, or the key of its unit.
  package func condition(_ value: Value, _ subject: FilterSubject) -> ListCondition? {
    if value.isNull { return ListCondition(field, .null, ["true"]) }
    if let unit {
      guard case .text(let key) = value, let first = unit.first(of: key) else { return nil }
      return ListCondition(field, .during, [DayPeriod.days(first, unit.last(from: first)).text])
    }
    return subject.filterText(of: value).map { ListCondition(field, .eq, [$0]) }
  }

  /// The conditions, all of which hold for the records that have a value and are in none of some groups; nil for values that a
  /// filter can't name, and for too many.
  /// - Parameter values: the values of the groups. Of days and moments they are the latest ones.
  package func conditions(besides values: [Value], _ subject: FilterSubject) -> [ListCondition]? {
    if let unit {
      let keys = values.compactMap { if case .text(let key) = $0 { key } else { nil as String? } }
      guard let first = keys.min().flatMap(unit.first) else { return nil }
      return [ListCondition(field, .during, [DayPeriod.days(nil, first.adding(days: -1)).text])]
    }
    var conditions = [ListCondition(field, .null, ["false"])]
    for value in values {
      guard let text = subject.filterText(of: value) else { return nil }
      conditions.append(ListCondition(field, .ne, [text]))
    }
    return conditions.count <= ListFilter.mostConditions ? conditions : nil
  }
}

extension FilterSubject {
  /// The text of a value in a condition; nil for a value of another kind than the subject's.
  package func filterText(of value: Value) -> String? {
    switch (self, value) {
    case (_, .null), (.many, _): nil
    case (.state(let entity), .integer(let index)):
      entity.states.indices.contains(Int(clamping: index)) ? entity.states[Int(clamping: index)].name : nil
    case (.id, .integer(let id)), (.toOne, .integer(let id)): String(id)
    case (.toOne, .text(let key)): key
    case (.attribute(let attribute), _), (.computed(let attribute), _):
      Self.text(value, attribute)
    default: nil
    }
  }

  // Columns of another program's table may have values of any kind.
  private static func text(_ value: Value, _ attribute: AttributeDescription) -> String? {
    let text = attribute.behavior.text(value, for: attribute)
    guard attribute.source != nil || text.trimmingSpaces() != text || text.isEmpty else { return text }
    let condition = ListCondition(attribute.name, .eq, [text])
    let subject = FilterSubject.attribute(attribute)
    guard case .compare(_, _, let values)? = try? subject.predicate(.eq, condition.values) else { return nil }
    return values == [value] ? text : nil
  }
}

extension DayUnit {
  /// The first day of the next unit; nil beyond the calendar.
  package func next(after first: CalendarDate) -> CalendarDate? {
    switch self {
    case .day: first.adding(days: 1)
    case .week: first.adding(days: 7)
    case .month: Self.month(first, adding: 1)
    case .quarter: Self.month(first, adding: 3)
    case .year: CalendarDate(year: first.year + 1, month: 1, day: 1)
    }
  }

  /// The last day of the unit that begins on a day; nil at the end of the calendar.
  func last(from first: CalendarDate) -> CalendarDate? {
    // The last day of the calendar has no next one.
    next(after: first).map { max(first, $0.adding(days: -1)) }
  }

  private static func month(_ day: CalendarDate, adding count: Int) -> CalendarDate? {
    let months = day.year * 12 + day.month - 1 + count
    return CalendarDate(year: months / 12, month: months % 12 + 1, day: 1)
  }
}
