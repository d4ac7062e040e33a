import KartotekaModel

/// The fields of one aggregate request in SQL over the table `t`, and the joins that they need.
struct AggregateFields {
  private let mapping: SnapshotMapping
  private let entity: EntityDescription
  private var expressions: ExpressionSQL
  private var ownJoins: [String] = []

  init(_ entity: EntityDescription, _ mapping: SnapshotMapping) {
    (self.entity, self.mapping) = (entity, mapping)
    expressions = ExpressionSQL(entity, mapping)
  }

  /// The joins of everything asked for so far, to be put behind `FROM … t`.
  var joins: [String] { expressions.joins + ownJoins }

  /// The SQL of an expression.
  mutating func fragment(_ expression: FetchExpression) throws -> Fragment { try expressions.fragment(expression) }

  /// The value of a field, as it is stored or computed.
  mutating func value(_ name: String) throws -> Fragment {
    // A column of another program's table may have a point in its name.
    if entity.position(of: name) == nil, AttributePath(name, of: entity, in: mapping.model) != nil {
      return Fragment(sql: try expressions.column(name))
    }
    let value = try SortSubject(name, of: entity, in: mapping).value(mapping)
    if let join = value.join, !ownJoins.contains(join) { ownJoins.append(join) }
    return value.sql
  }

  /// The value of a group.
  /// - Parameter zone: the time zone in which moments have their days.
  mutating func group(_ group: AggregateGroup, in zone: String) throws -> GroupSQL {
    let value = try value(group.name)
    guard let unit = group.unit else { return GroupSQL(value: value) }
    let attribute = try attribute(group.name)
    let key: @Sendable (Fragment) -> Fragment = { Self.key(of: $0, unit, attribute, in: zone) }
    // Records share days, but hardly moments.
    return attribute?.kind == .timestamp ? GroupSQL(value: key(value)) : GroupSQL(value: value, key: key)
  }

  private static func key(
    of value: Fragment, _ unit: DayUnit, _ attribute: AttributeDescription?, in zone: String
  ) -> Fragment {
    let key = key(value, unit, isOfMoments: attribute?.kind == .timestamp, in: zone)
    // A column of another program's table may have values that are no days. Their key is an empty text.
    guard attribute?.source != nil else { return key }
    guard attribute?.kind == .timestamp || unit == .week else {
      let isDay = StoredDay.isDay(value, isMoment: false)
      return Fragment(
        sql: "iif(\(isDay.sql), \(key.sql), iif(\(value.sql) IS NULL, NULL, ''))",
        values: isDay.values + key.values + value.values)
    }
    return Fragment(
      sql: "iif(\(value.sql) IS NULL, NULL, coalesce(\(key.sql), ''))", values: value.values + key.values)
  }

  private static func key(_ value: Fragment, _ unit: DayUnit, isOfMoments: Bool, in zone: String) -> Fragment {
    guard !isOfMoments, unit != .week else {
      return Fragment(
        sql: "\(PeriodFunction.name)(\(value.sql), ?, ?)",
        values: value.values + [.text(unit.rawValue), isOfMoments ? .text(zone) : .null])
    }
    // Dates are ISO 8601: their beginning is the year, and the year with the month.
    switch unit {
    case .day, .week: return value
    case .month: return value.wrapped("substr(", ", 1, 7)")
    case .year: return value.wrapped("substr(", ", 1, 4)")
    case .quarter:
      return Fragment(
        sql: "(substr(\(value.sql), 1, 4) || '-Q' || ((substr(\(value.sql), 6, 2) + 2) / 3))",
        values: value.values + value.values)
    }
  }

  /// A function of a field's values.
  mutating func measure(_ function: AggregateFunction, of name: String) throws -> MeasureSQL {
    guard let subject = try SortSubject(name, of: entity, in: mapping).filterSubject,
      subject.functions.contains(function)
    else { throw StoreError.badFilter(field: name, operator: .eq) }
    let value = try value(name)
    switch function {
    case .empty: return MeasureSQL(.empty, of: value)
    case .distinct: return MeasureSQL(.distinct, of: value)
    case .sum, .average, .least, .greatest: break
    }
    guard let attribute = try attribute(name) else { throw StoreError.badFilter(field: name, operator: .eq) }
    let isReal = attribute.kind == .real
    let number = Self.number(value, attribute)
    switch function {
    case .least: return MeasureSQL(.least, of: number, isExact: !isReal)
    case .greatest: return MeasureSQL(.greatest, of: number, isExact: !isReal)
    case .average where isReal: return MeasureSQL(.realAverage, of: number, isExact: false)
    case .average:
      return MeasureSQL(
        .average(unit: FetchExpression.power(attribute.average.scale - attribute.scale)), of: number)
    default: return isReal ? MeasureSQL(.realSum, of: number, isExact: false) : MeasureSQL(.sum, of: number)
    }
  }

  private func attribute(_ name: String) throws -> AttributeDescription? {
    switch try SortSubject(name, of: entity, in: mapping).filterSubject {
    case .attribute(let attribute)?, .computed(let attribute)?: attribute
    default: nil
    }
  }

  // Columns of another program's table may have values of any kind, which are ignored.
  private static func number(_ value: Fragment, _ attribute: AttributeDescription) -> Fragment {
    guard attribute.source != nil, !attribute.isOfDays else { return value }
    let types = attribute.kind == .real ? "'integer', 'real'" : "'integer'"
    return Fragment(
      sql: "iif(typeof(\(value.sql)) IN (\(types)), \(value.sql), NULL)", values: value.values + value.values)
  }
}
