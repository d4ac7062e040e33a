/// The subject of a filter: the id, an attribute, a computed value, the state, or the ids of related records.
package enum FilterSubject: Sendable {
  case id
  case attribute(AttributeDescription)
  case computed(AttributeDescription)
  case state(EntityDescription)
  case toOne(RelationshipDescription)
  case many(RelationshipDescription)

  /// The maximum number of values of `in`.
  package static let mostValues = 500

  /// The subject with the given name; nil if the entity has none.
  package init?(_ name: String, of entity: EntityDescription) {
    if name == "id", entity.position(of: name) == nil {
      self = .id
    } else if let attribute = entity.attribute(name) {
      self = .attribute(attribute)
    } else if let relationship = entity.relationship(name) {
      self = relationship.cardinality == .toOne ? .toOne(relationship) : .many(relationship)
    } else if let computed = entity.computed(name) {
      self = .computed(computed.attribute)
    } else if name == ComputedValues.stateKey, !entity.states.isEmpty {
      self = .state(entity)
    } else {
      return nil
    }
  }

  /// Whether its values are pictures or files.
  package var isBytes: Bool { if case .attribute(let attribute) = self { attribute.isBytes } else { false } }

  /// The names of all subjects of an entity.
  package static func names(of entity: EntityDescription) -> [String] {
    ["id"] + entity.attributes.map(\.name) + entity.relationships.map(\.name) + entity.computed.map(\.name)
      + (entity.states.isEmpty ? [] : [ComputedValues.stateKey])
  }

  /// The supported operators.
  package var operators: [ListOperator] {
    switch self {
    case .id: [.eq, .ne, .lt, .lte, .gt, .gte, .between, .in]
    case .toOne, .state: [.eq, .ne, .in, .null]
    case .many: [.eq, .ne, .in, .null]
    case .attribute(let attribute) where attribute.isBytes: [.null]
    case .attribute(let attribute), .computed(let attribute):
      [.eq, .ne] + (attribute.behavior.hasRange ? [.lt, .lte, .gt, .gte, .between] : [])
        + (attribute.isOfDays ? [.during] : []) + (attribute.isText && !attribute.isOfDays ? [.is, .isnt] : [])
        + (attribute.isText ? [.contains, .prefix] : []) + [.in, .null]
    }
  }

  /// The condition for an operator and its values.
  /// - Throws: ``ListFault`` for values that the subject can't have.
  package func predicate(_ filter: ListOperator, _ values: [String]) throws(ListFault) -> FetchPredicate {
    guard values.count <= Self.mostValues else {
      throw .text(Phrase("It can have at most {count} values.", ["count": .count(Self.mostValues)]))
    }
    guard values.count == 1 || filter.hasSeveralValues else { throw .text("This has to be one value") }
    let text = values.first ?? ""
    if filter == .null { return try isEmpty(Self.flag(text)) }
    switch self {
    case .state(let entity):
      var conditions: [FetchPredicate] = []
      for name in values {
        guard let condition = entity.condition(ofState: name) else {
          throw .unknown(name, known: entity.states.map(\.name))
        }
        conditions.append(condition)
      }
      let any = conditions.count == 1 ? conditions[0] : FetchPredicate.any(conditions)
      return filter == .ne ? .not(any) : any
    case .many(let relationship):
      let each = try stored(values).map { value -> FetchPredicate in
        if case .integer(let id) = value { .has(relationship.name, id) } else { .any([]) }
      }
      return filter == .ne ? .not(.any(each)) : each.count == 1 ? each[0] : .any(each)
    case .id, .attribute, .computed, .toOne: return try compared(filter, values, text)
    }
  }

  private func isEmpty(_ isNone: Bool) -> FetchPredicate {
    guard case .state(let entity) = self else { return .compare(name, .null, [.integer(isNone ? 1 : 0)]) }
    let some = FetchPredicate.any(entity.states.map(\.condition))
    return isNone ? .not(some) : some
  }

  private func compared(
    _ filter: ListOperator, _ texts: [String], _ text: String
  ) throws(ListFault) -> FetchPredicate {
    switch filter {
    case .during:
      guard let period = DayPeriod(text) else {
        throw .text("This has to be a period: last-month, last-7-days, 2026-11 or 2026-11-01..2026-11-20.")
      }
      return during(period)
    case .is: return .reads([name], text)
    case .isnt: return .any([.compare(name, .null, [.integer(1)]), .not(.reads([name], text))])
    case .contains: return .compare(name, .contains, [.text(text)])
    case .prefix: return .compare(name, .prefix, [.text(text)])
    case .between:
      guard texts.count == 2 else { throw .text("This has to be two values with a comma between them") }
      return .all([try compared(.gte, [texts[0]], texts[0]), try compared(.lte, [texts[1]], texts[1])])
    case .in where isMoment && texts.count > 1:
      // Each may be a day, which is many moments.
      var each: [FetchPredicate] = []
      for text in texts { each.append(try compared(.in, [text], text)) }
      return .any(each)
    case .eq, .ne, .lt, .lte, .gt, .gte, .in, .null:
      if isMoment, texts.count == 1, let day = CalendarDate(iso: text.trimmingSpaces()),
        let condition = moment(filter, day)
      {
        return condition
      }
      let values = try stored(texts)
      if [.lt, .lte, .gt, .gte].contains(filter), values.contains(.null) { throw .text("This can't be empty") }
      return .compare(name, filter.comparison ?? .eq, values)
    }
  }

  // MARK: Days

  private var isMoment: Bool {
    switch self {
    case .attribute(let attribute), .computed(let attribute): attribute.kind == .timestamp
    case .id, .state, .toOne, .many: false
    }
  }

  /// Whether the values are days or moments.
  package var isOfDays: Bool {
    switch self {
    case .attribute(let attribute), .computed(let attribute): attribute.isOfDays
    case .id, .state, .toOne, .many: false
    }
  }

  // A day of moments is that of the person's time zone.
  private func moment(_ filter: ListOperator, _ day: CalendarDate) -> FetchPredicate? {
    switch filter {
    case .eq, .in: during(.days(day, day))
    case .ne: .not(during(.days(day, day)))
    case .lt: during(.days(nil, day.adding(days: -1)))
    case .lte: during(.days(nil, day))
    case .gt: during(.days(day.adding(days: 1), nil))
    case .gte: during(.days(day, nil))
    default: nil
    }
  }

  private func during(_ period: DayPeriod) -> FetchPredicate {
    let range = period.range(on: .today)
    var conditions: [FetchPredicate] = []
    if isMoment {
      let zone = TaskTimeZone.current
      if let from = range.from.flatMap({ Timestamp.range($0.description, in: zone) }) {
        conditions.append(.compare(name, .gte, [.text(Timestamp.text(from.lowerBound))]))
      }
      if let through = range.through.flatMap({ Timestamp.range($0.description, in: zone) }) {
        conditions.append(.compare(name, .lt, [.text(Timestamp.text(through.upperBound))]))
      }
      // Follows from the others, and states that the result depends on the day.
      if period.isRelative, let from = range.from {
        conditions.append(.day(name, .gte, from.days(since: .today) - 1))
      }
    } else {
      // A day relative to today states that the result depends on the day.
      func side(_ filter: FilterOperator, _ day: CalendarDate) -> FetchPredicate {
        period.isRelative
          ? .day(name, filter, day.days(since: .today)) : .compare(name, filter, [.text(day.description)])
      }
      if let from = range.from { conditions.append(side(.gte, from)) }
      if let through = range.through { conditions.append(side(.lte, through)) }
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  // MARK: Values

  /// Whether the condition holds for a missing record: it has no value, which equals only an empty one.
  func holdsForNone(_ filter: ListOperator, _ values: [String]) throws(ListFault) -> Bool {
    switch filter {
    case .null: return try Self.flag(values.first ?? "")
    case .eq, .in:
      if case .state = self { return false }
      return try stored(values).contains(.null)
    case .isnt: return true
    case .ne:
      if case .state = self { return true }
      return try !stored(values).contains(.null)
    case .lt, .lte, .gt, .gte, .between, .during, .is, .contains, .prefix: return false
    }
  }

  private var name: String {
    switch self {
    case .id: "id"
    case .attribute(let attribute), .computed(let attribute): attribute.name
    case .state: ComputedValues.stateKey
    case .toOne(let relationship), .many(let relationship): relationship.name
    }
  }

  private static func flag(_ text: String) throws(ListFault) -> Bool {
    guard text == "true" || text == "false" else { throw .text("This has to be true or false") }
    return text == "true"
  }

  private func stored(_ texts: [String]) throws(ListFault) -> [Value] {
    var values: [Value] = []
    for text in texts {
      do { values.append(try value(text)) } catch { throw .text(error.phrase) }
    }
    return values
  }

  // Blank text means no value.
  private func value(_ text: String) throws(ValueFault) -> Value {
    switch self {
    case .attribute(let attribute), .computed(let attribute):
      let trimmed = text.trimmingSpaces()
      if attribute.kind == .timestamp, CalendarDate(iso: trimmed) != nil { return .text(trimmed) }
      if attribute.source != nil, attribute.isText {
        return text.isEmpty ? .null : try StoredKind().value(text: text, for: attribute)
      }
      return trimmed.isEmpty ? .null : try attribute.behavior.value(text: trimmed, for: attribute)
    case .toOne where text.isEmpty: return .null
    case .toOne(let relationship) where relationship.keyed != nil: return .text(text)
    case .id, .toOne, .many, .state:
      guard let id = RecordID(text) else { throw ValueFault("This has to be a record's number") }
      return .integer(id)
    }
  }
}

extension AttributeDescription {
  /// Whether values are days or moments.
  package var isOfDays: Bool { kind == .date || kind == .timestamp }
}

extension CalendarDate {
  /// The number of days since another day.
  package func days(since other: CalendarDate) -> Int {
    func days(_ date: CalendarDate) -> Double {
      (Timestamp.date(date.description + "T00:00:00Z")?.timeIntervalSince1970 ?? 0) / 86_400
    }
    return Int(clampingNearest: days(self) - days(other))
  }
}
