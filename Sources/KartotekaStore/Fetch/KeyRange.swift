import KartotekaModel

/// The records to which an index of keys narrows a condition: those within the bounds that the condition sets to indexed values.
///
/// It only narrows. The condition is still asked of each record, so that it means the same with an index and without one, also for
/// empty values.
struct KeyRange {
  private struct Bound {
    let column: ColumnDescription
    let sign: String
    let key: Value
  }

  /// The query of the ids.
  let ids: Fragment

  /// - Returns: nil where no index begins with a value that the condition bounds.
  init?(_ predicate: FetchPredicate, in keys: SortKeyTable) {
    let bounds = Self.bounds(of: predicate, in: keys)
    guard bounds.contains(where: { keys.leads($0.column) }) else { return nil }
    let conditions = bounds.map { bound in
      let key = SQL.name(bound.column.column)
      // The key of a day that is missing is an empty text, before all days.
      let isBelow = bound.sign.hasPrefix("<") && SortKeyTable.isFolded(bound.column)
      return Fragment(sql: "\(key) \(bound.sign) ?" + (isBelow ? " AND \(key) > ''" : ""), values: [bound.key])
    }
    let all = Fragment.all(conditions)
    ids = Fragment(sql: "SELECT id FROM \(SQL.name(keys.table)) WHERE \(all.sql)", values: all.values)
  }

  // Those that hold for every record for which the condition does.
  private static func bounds(of predicate: FetchPredicate, in keys: SortKeyTable) -> [Bound] {
    switch predicate {
    case .all(let list): list.flatMap { bounds(of: $0, in: keys) }
    case .formula(let formula): bounds(of: formula.term, in: keys)
    case .compare(let name, let filter, let values):
      [bound(name, sign(filter), values.count == 1 ? values[0] : .null, in: keys)].compactMap(\.self)
    case .day(let name, let filter, let offset):
      [bound(name, sign(filter), day(offset), in: keys)].compactMap(\.self)
    default: []
    }
  }

  private static func bounds(of term: FormulaTerm, in keys: SortKeyTable) -> [Bound] {
    guard case .call(let function, let parts) = term else { return [] }
    if function == .and { return term.operands.flatMap { bounds(of: $0, in: keys) } }
    guard function.isComparison, function != .unequal, parts.count == 2 else { return [] }
    let bound: Bound? =
      switch (parts[0], parts[1]) {
      case (.value(let name), let other):
        constant(other, for: name, in: keys).flatMap { self.bound(name, function.rawValue, $0, in: keys) }
      case (let other, .value(let name)):
        constant(other, for: name, in: keys).flatMap { self.bound(name, mirrored(function), $0, in: keys) }
      default: nil
      }
    return [bound].compactMap(\.self)
  }

  private static func bound(_ name: String, _ sign: String?, _ value: Value, in keys: SortKeyTable) -> Bound? {
    guard let sign, let column = keys.column(name), case .attribute(let attribute) = column else { return nil }
    switch (attribute.kind, value) {
    case (.integer, .integer), (.decimal, .integer): return Bound(column: column, sign: sign, key: value)
    // The order of other texts is not that of their keys.
    case (_, .text(let text)) where attribute.isText && (sign == "=" || attribute.kind == .date):
      guard !attribute.behavior.isTranslated else { return nil }
      return Bound(column: column, sign: sign, key: .text(SortKeyTable.key(of: text, in: column, .root)))
    default: return nil
    }
  }

  // The value of a constant that a field is compared with; nil for another term, and for a number that the field has no digits for.
  private static func constant(_ term: FormulaTerm, for name: String, in keys: SortKeyTable) -> Value? {
    guard case .attribute(let attribute)? = keys.column(name) else { return nil }
    switch term {
    case .number(let number, let scale):
      guard [.integer, .decimal].contains(attribute.kind), scale <= attribute.scale else { return nil }
      let (value, isTooLarge) = number.multipliedReportingOverflow(by: FetchExpression.power(attribute.scale - scale))
      return isTooLarge ? nil : .integer(value)
    case .text(let text): return text.isEmpty || attribute.kind == .date ? nil : .text(text)
    case .today: return attribute.kind == .date ? day(0) : nil
    case .call(.date, let parts):
      guard attribute.kind == .date, case .text(let text)? = parts.first else { return nil }
      return CalendarDate(iso: text) == nil ? nil : .text(text)
    case .call(.plus, let parts), .call(.minus, let parts):
      guard attribute.kind == .date, parts.count == 2 else { return nil }
      let isMinus = if case .call(.minus, _) = term { true } else { false }
      switch (parts[0], parts[1]) {
      case (.today, .number(let days, scale: 0)): return Int(exactly: isMinus ? 0 &- days : days).map(day)
      case (.number(let days, scale: 0), .today) where !isMinus: return Int(exactly: days).map(day)
      default: return nil
      }
    default: return nil
    }
  }

  // A day beyond those that there are is the last one: a formula has none then, and holds for no record.
  private static func day(_ offset: Int) -> Value { .text(CalendarDate.today.adding(days: offset).description) }

  private static func sign(_ filter: FilterOperator) -> String? {
    switch filter {
    case .eq: "="
    case .lt: "<"
    case .lte: "<="
    case .gt: ">"
    case .gte: ">="
    case .ne, .in, .null, .contains, .prefix: nil
    }
  }

  private static func mirrored(_ function: FormulaFunction) -> String {
    switch function {
    case .less: ">"
    case .notMore: ">="
    case .more: "<"
    case .notLess: "<="
    default: "="
    }
  }
}

extension Fetcher {
  // Of a larger share of the records, the first ones in the order are found sooner by walking it.
  private static let narrowShare = 64
  private static let fewestNarrowed = 1_000

  /// The request with the ids of an index of keys, where its condition leaves few records of the index.
  func narrowed(_ sql: FetchSQL) throws -> FetchSQL {
    // A transaction that writes may have records without keys, and counts all records to know how many there are.
    guard mapping.areKeysCurrent, mapping.hasCounts, sql.terms.isEmpty, sql.request.number == nil,
      let predicate = sql.request.predicate, let keys = mapping.keys(of: sql.entity),
      let range = KeyRange(predicate, in: keys)
    else { return sql }
    let most = max(Self.fewestNarrowed, try countAll(sql.entity) / Self.narrowShare)
    guard try has(atMost: most, range.ids) else { return sql }
    var narrowed = sql
    narrowed.narrow(to: range)
    return narrowed
  }

  // Whether a query has so many rows at most, found out in a time that does not depend on the number of records.
  private func has(atMost most: Int, _ ids: Fragment) throws -> Bool {
    let statement = try RawStatement("SELECT count(*) FROM (SELECT 1 FROM (\(ids.sql)) LIMIT ?)", in: database)
    statement.bind(ids.values + [.integer(Int64(most) + 1)])
    defer { statement.reset() }
    do {
      return try statement.within(steps: (most + 1) * 20) {
        try statement.step() && statement.integer(column: 0) <= most
      }
    } catch is TooManySteps {
      return false
    }
  }
}
