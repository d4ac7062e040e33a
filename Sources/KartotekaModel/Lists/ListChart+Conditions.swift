// The records of a chart's groups as conditions of a list's filter, by which a press opens them and large tables are counted.
extension ListGroup {
  /// The group as a chart shows it: days and moments without a unit by day.
  package func charted(_ subject: FilterSubject) -> ListGroup {
    unit == nil && subject.isOfDays ? ListGroup(field, by: .day) : self
  }

  /// The condition of the records of one group; nil for a value that a filter can't name.
  /// - Parameter value: the group's value, or the key of its unit.
  package func condition(_ value: Value, _ subject: FilterSubject, in model: ModelDescription) -> ListCondition? {
    if value.isNull { return ListCondition(field, .null, ["true"]) }
    guard let unit else { return compared(.eq, value, subject, in: model) }
    guard case .text(let key) = value, let first = unit.first(of: key) else { return nil }
    return ListCondition(field, .during, [DayPeriod.days(first, unit.last(from: first)).text])
  }

  /// The conditions, all of which hold for the records that have a value and are in none of some groups; nil for values that a
  /// filter can't name, for too many, and for units before which there is no day.
  /// - Parameter values: the values of the groups. Of days and moments they are the latest ones.
  package func conditions(
    besides values: [Value], _ subject: FilterSubject, in model: ModelDescription
  ) -> [ListCondition]? {
    if let unit {
      let first = Self.first(of: values, unit)
      return first?.previous.map { [ListCondition(field, .during, [DayPeriod.days(nil, $0).text])] }
    }
    var conditions = [ListCondition(field, .null, ["false"])]
    for value in values {
      guard let condition = compared(.ne, value, subject, in: model) else { return nil }
      conditions.append(condition)
    }
    return conditions.count <= ListFilter.mostConditions ? conditions : nil
  }

  /// The condition of the records in one of some groups or without a value, and that of all others, of any number of values;
  /// nil for units of which none begins with a day.
  /// - Parameter values: the values of the groups. Of days and moments they are the latest ones.
  /// - Throws: ``ListFault`` for an unknown field.
  package func sides(
    _ values: [Value], _ subject: FilterSubject, of entity: EntityDescription, in model: ModelDescription
  ) throws(ListFault) -> (shown: FetchPredicate, others: FetchPredicate)? {
    if let unit {
      guard let first = Self.first(of: values, unit) else { return nil }
      let others =
        if let day = first.previous {
          try ListCondition(field, .during, [DayPeriod.days(nil, day).text]).predicate(of: entity, in: model)
        } else {
          FetchPredicate.any([])
        }
      return (.not(others), others)
    }
    let among =
      if case .state = subject {
        try values.compactMap(subject.filterText).map { name throws(ListFault) -> FetchPredicate in
          try ListCondition(field, .eq, [name]).predicate(of: entity, in: model)
        }
      } else {
        try Self.compared(values, FieldPath(field, of: entity, in: model))
      }
    let empty = try ListCondition(field, .null, ["true"]).predicate(of: entity, in: model)
    let shown = FetchPredicate.any([empty] + among)
    return (shown, .not(shown))
  }

  // Values are compared as they are stored. A reference by a key has texts where it leads to no record.
  private static func compared(_ values: [Value], _ path: FieldPath) -> [FetchPredicate] {
    var (texts, others): ([Value], [Value]) = ([], [])
    for value in values { if case .text = value { texts.append(value) } else { others.append(value) } }
    return [texts, others].filter { !$0.isEmpty }.map {
      path.lifted(.compare(path.name, .in, $0), holdsForNone: false)
    }
  }

  private static func first(of values: [Value], _ unit: DayUnit) -> CalendarDate? {
    let keys = values.compactMap { if case .text(let key) = $0 { key } else { nil as String? } }
    return keys.min().flatMap(unit.first)
  }

  // The value of a group by a reference is the record's id. A filter compares a reference by a key with the stored key.
  private func compared(
    _ filter: ListOperator, _ value: Value, _ subject: FilterSubject, in model: ModelDescription
  ) -> ListCondition? {
    guard let text = subject.filterText(of: value) else { return nil }
    guard case .toOne(let relationship) = subject, relationship.keyed != nil, case .integer = value else {
      return ListCondition(field, filter, [text])
    }
    // A column may have that name.
    guard let target = model.entity(named: relationship.target), target.position(of: "id") == nil else { return nil }
    return ListCondition(field + ".id", filter, [text])
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
    case (.toOne, .text(let key)): key.isEmpty ? nil : key
    case (.attribute(let attribute), _), (.computed(let attribute), _):
      Self.text(value, attribute)
    default: nil
    }
  }

  // Nil for a value that the text would not name again: spaces around it, other spellings, more than its field allows.
  private static func text(_ value: Value, _ attribute: AttributeDescription) -> String? {
    let text = attribute.behavior.text(value, for: attribute)
    guard case .compare(_, _, let values)? = try? FilterSubject.attribute(attribute).predicate(.eq, [text]) else {
      return nil
    }
    return values.count == 1 && isSame(values[0], value) ? text : nil
  }

  // Whether the database finds them equal: texts by their characters' codes, whole numbers as real ones, too.
  private static func isSame(_ one: Value, _ other: Value) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
      Int64(exactly: real) == integer
    default: one == other
    }
  }
}

extension DayUnit {
  /// The first day of the next unit; nil beyond the calendar.
  package func next(after first: CalendarDate) -> CalendarDate? {
    switch self {
    case .day: first.later(by: 1)
    case .week: first.later(by: 7)
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

extension CalendarDate {
  /// The day before; nil for the first one of the calendar.
  fileprivate var previous: CalendarDate? { later(by: -1) }

  /// The day a number of days later; nil beyond the calendar.
  fileprivate func later(by days: Int) -> CalendarDate? {
    let day = adding(days: days)
    return day.daysSince1970 - daysSince1970 == days ? day : nil
  }
}
