import KartotekaModel

/// Turns formulas over the records of one entity into SQL. The record is the row `t`, by whose id `o` the functions of related
/// records find them, as in ``ComputedSQL``.
///
/// ``FormulaDefinitions`` has the other computed values that a formula has.
///
/// A number that does not fit in 64 bits becomes a real number, which is no value wherever a result is used: compared, joined to a
/// text, shown. Calculations, choices, sums and averages pass it on, so that no sum lacks it silently.
struct FormulaSQL {
  private let mapping: SnapshotMapping
  private let check: FormulaCheck
  private let definitions = FormulaDefinitions()

  init(_ mapping: SnapshotMapping) { (self.mapping, check) = (mapping, FormulaCheck(mapping.model)) }

  /// The SQL of a whole formula.
  /// - Parameter isOfRowAlone: whether only `t` is the record: functions of related records bring a row `o` of their own.
  /// - Throws: ``StoreError`` for a formula that makes no sense.
  func result(_ term: FormulaTerm, _ entity: EntityDescription, isOfRowAlone: Bool = false) throws -> Fragment {
    let value = try whole(term, entity)
    let needsRow = isOfRowAlone && term.hasRecords
    guard !definitions.all.isEmpty || needsRow else { return value }
    let with = definitions.all.isEmpty ? "" : "WITH \(definitions.all.map(\.sql).joined(separator: ", ")) "
    let result =
      needsRow
      ? ComputedSQL.rows(value, of: entity, hasRecords: true).wrapped("SELECT c.value FROM ", " c WHERE c.id = t.id")
      : value.wrapped("SELECT ", "")
    return Fragment(sql: "(\(with)\(result.sql))", values: definitions.all.flatMap(\.values) + result.values)
  }

  /// The SQL of a formula within another one's statement, which has the computed values.
  /// - Throws: ``StoreError`` for a formula that makes no sense.
  func whole(_ term: FormulaTerm, _ entity: EntityDescription) throws -> Fragment {
    if case .number = try type(term, entity) { return exact(try value(term, entity)) }
    return try value(term, entity).whole
  }

  // A computed value of the record of `t`, or of the record whose id a piece of SQL has.
  private func value(
    _ computed: ComputedDescription, _ entity: EntityDescription, id: String
  ) throws -> Fragment {
    try definitions.value(computed, entity, id: id) {
      if case .formula(let formula) = computed.source { return try value(formula.term, entity) }
      return try ComputedSQL.sql(computed.source, entity, mapping, within: self)
    }
  }

  private func type(_ term: FormulaTerm, _ entity: EntityDescription) throws -> FormulaType {
    do throws(FormulaFault) { return try check.type(of: term, entity) } catch {
      throw StoreError.unusable(.formula(error.sentence.phrase), entity)
    }
  }

  private func value(_ term: FormulaTerm, _ entity: EntityDescription) throws -> Fragment {
    switch term {
    case .value(let name): return try field(name, entity)
    case .number(let number, _): return Fragment(sql: "?", values: [.integer(number)])
    case .text(let text): return text.isEmpty ? Fragment(sql: "NULL") : Fragment(sql: "?", values: [.text(text)])
    case .today: return Fragment(sql: "?", values: [.text(CalendarDate.today.description)])
    case .now: return Fragment(sql: "?", values: [.text(definitions.moment)])
    case .me:
      let name = definitions.asker
      return name.isEmpty ? Fragment(sql: "NULL") : Fragment(sql: "?", values: [.text(name)])
    case .unreadable: throw StoreError.badFilter(field: entity.name, operator: .eq)
    case .over(let function, let name, let parts): return try records(function, name, parts, entity)
    case .call(let function, _): return try call(function, term.operands, entity)
    }
  }

  // MARK: Fields

  private func field(_ name: String, _ entity: EntityDescription) throws -> Fragment {
    let type = try type(.value(name), entity)
    if let path = AttributePath(name, of: entity, in: mapping.model) {
      var columns = ExpressionSQL(entity, mapping, canJoin: false)
      return Self.plain(Fragment(sql: try columns.column(name)), type, isForeign: path.entity.source != nil)
    }
    guard let (computed, owner) = check.computed(name, of: entity) else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    var id = "t.id"
    if let point = name.lastIndex(of: ".") {
      var columns = ExpressionSQL(entity, mapping, canJoin: false)
      id = try columns.column(String(name[..<point]))
    }
    return Self.plain(try value(computed, owner, id: id), type, isForeign: false)
  }

  // An empty text is no value, and no yes is a no. Columns of another program's table may have values of any kind, which are ignored.
  private static func plain(_ value: Fragment, _ type: FormulaType, isForeign: Bool) -> Fragment {
    switch type {
    case .truth: return value.wrapped("(coalesce(", ", 0) <> 0)")
    case .text where isForeign, .choice where isForeign, .nothing where isForeign:
      return Fragment(
        sql: "iif(typeof(\(value.sql)) = 'text', nullif(\(value.sql), ''), NULL)", values: value.values + value.values)
    case .text, .choice, .nothing: return value.wrapped("nullif(", ", '')")
    case .number where isForeign: return value.wrapped(FormulaFunctions.exact + "(", ")")
    case .number, .day, .moment: return value
    }
  }

  // MARK: Operators and functions

  private func call(_ function: FormulaFunction, _ parts: [FormulaTerm], _ entity: EntityDescription) throws -> Fragment
  {
    let types = try parts.map { try type($0, entity) }
    func plain(_ index: Int) throws -> Fragment { try value(parts[index], entity).whole }
    switch function {
    case .or, .and:
      let word = function == .or ? " OR " : " AND "
      return Self.list(try parts.indices.map(plain), "(", ")", separator: word)
    case .not: return try plain(0).wrapped("(NOT ", ")")
    case .equal: return Self.list(try comparable(parts, entity), "(", ")", separator: " IS ")
    case .unequal: return Self.list(try comparable(parts, entity), "(", ")", separator: " IS NOT ")
    case .less, .more, .notMore, .notLess:
      return Self.list(try comparable(parts, entity), "coalesce(", ", 0)", separator: " \(function.rawValue) ")
    case .appended: return Self.list(try texts(parts, entity), FormulaFunctions.joined + "('', ", ")")
    case .joined:
      let separator = try value(parts[0], entity).wrapped("coalesce(", ", '')")
      let texts = try self.texts(Array(parts.dropFirst()), entity)
      return Self.list([separator] + texts, FormulaFunctions.joined + "(", ")")
    case .plus where types.contains(.day):
      let order = types[0] == .day ? [0, 1] : [1, 0]
      return Self.list(try order.map(plain), FormulaFunctions.daysLater + "(", ")")
    case .minus where types == [.day, .day]:
      return Self.list([try plain(1), try plain(0)], FormulaFunctions.daysBetween + "(", ")")
    case .minus where types == [.moment, .moment]:
      return Self.list([try plain(1), try plain(0)], FormulaFunctions.minutesBetween + "(", ")")
    case .plus where types.contains(.moment):
      let order = types[0] == .moment ? [0, 1] : [1, 0]
      return Self.list(try order.map(plain), FormulaFunctions.minutesLater + "(", ")")
    case .minus where types[0] == .moment:
      return Self.list(
        [try plain(0), Fragment.operation("-", (Fragment(sql: "0"), try plain(1)))],
        FormulaFunctions.minutesLater + "(", ")")
    case .minus where types[0] == .day:
      return Self.list(
        [try plain(0), Fragment.operation("-", (Fragment(sql: "0"), try plain(1)))], FormulaFunctions.daysLater + "(",
        ")")
    case .plus, .minus:
      let scale = max(types[0].scale, types[1].scale)
      return .operation(
        function.rawValue, (try number(parts[0], scale, entity), try number(parts[1], scale, entity)))
    case .times: return .operation("*", (try value(parts[0], entity), try value(parts[1], entity)))
    case .divided:
      let scale = max(FormulaCheck.quotientScale, types[0].scale, types[1].scale)
      let shift = Fragment(sql: "?", values: [.integer(Int64(scale + types[1].scale - types[0].scale))])
      return Self.list([try plain(0), try plain(1), shift], FormulaFunctions.quotient + "(", ")")
    case .choose:
      return try choice(parts, entity)
    case .round:
      guard case .number(let scale, scale: 0) = parts[1] else { return Fragment(sql: "NULL") }
      return try number(parts[0], Int(scale), entity)
    case .least: return Self.list(try aligned(parts, entity), FormulaFunctions.least + "(", ")")
    case .greatest: return Self.list(try aligned(parts, entity), FormulaFunctions.greatest + "(", ")")
    case .first:
      let all = try aligned(parts, entity)
      return all.count == 1 ? all[0] : Self.list(all, "coalesce(", ")")
    case .empty:
      // Yes or no is never empty. An order by a number alone, which newer versions of SQLite make of `1 IS NULL`, would be one by a
      // column's place.
      if types[0] == .truth { return Fragment(sql: "(1 <> 1)") }
      return try comparable([parts[0]], entity)[0].wrapped("(", " IS NULL)")
    case .contains: return Self.list(try parts.indices.map(plain), FormulaFunctions.contains + "(", ")")
    case .length: return try plain(0).wrapped("length(", ")")
    case .upper, .lower, .start, .before, .after, .replace:
      let name = Fragment(sql: "?", values: [.text(function.rawValue)])
      return Self.list([name] + (try parts.indices.map(plain)), FormulaFunctions.changed + "(", ")")
    case .date:
      if types[0] == .text { return try plain(0).wrapped(FormulaFunctions.day + "(", ")") }
      return try day(parts[0], entity)
    case .days:
      // Of a duration the whole ones: division cuts off.
      let value = try value(parts[0], entity)
      return try type(.call(function, parts), entity) == types[0] ? value : value.whole.wrapped("(", " / 1440)")
    case .hours, .minutes: return try hours(function, parts[0], types[0], entity)
    case .addmonths: return Self.list(try parts.indices.map(plain), FormulaFunctions.monthsLater + "(", ")")
    case .year, .month, .day, .week, .weekday:
      let name = Fragment(sql: "?", values: [.text(function.rawValue)])
      return Self.list([try day(parts[0], entity), name], FormulaFunctions.part + "(", ")")
    case .sum, .count, .average: throw StoreError.badFilter(field: entity.name, operator: .eq)
    }
  }

  // One choice after another is one CASE: SQLite's parser goes no deeper than 100.
  private func choice(_ parts: [FormulaTerm], _ entity: EntityDescription) throws -> Fragment {
    var (rest, conditions, cases) = (parts, [FormulaTerm](), [FormulaTerm]())
    while true {
      conditions.append(rest[0])
      cases.append(rest[1])
      guard rest.count == 3, case .call(.choose, let next) = rest[2] else { break }
      rest = next
    }
    // Without another value there is none; a yes-or-no is no.
    let all = cases + [rest.count == 3 ? rest[2] : .text("")]
    let types = try all.map { try type($0, entity) }
    var values = try aligned(all, entity, isExact: false)
    if types.contains(.truth) {
      for index in types.indices where types[index] == .nothing { values[index] = Fragment(sql: "0") }
    }
    return Self.cases(try conditions.map { try value($0, entity).whole }, values)
  }

  private static func cases(_ conditions: [Fragment], _ values: [Fragment]) -> Fragment {
    var all = Fragment(sql: "(CASE")
    for (condition, value) in zip(conditions, values) {
      all = Fragment(
        sql: all.sql + " WHEN \(condition.sql) THEN \(value.sql)", values: all.values + condition.values + value.values)
    }
    let otherwise = values[values.count - 1]
    return Fragment(sql: all.sql + " ELSE \(otherwise.sql) END)", values: all.values + otherwise.values)
  }

  // The day of a day or a moment.
  private func day(_ term: FormulaTerm, _ entity: EntityDescription) throws -> Fragment {
    let value = try value(term, entity)
    guard try type(term, entity) == .moment else { return value }
    return Fragment(
      sql: "\(PeriodFunction.name)(\(value.sql), ?, ?)",
      values: value.values + [.text(DayUnit.day.rawValue), .text(TaskTimeZone.current.identifier)])
  }

  // The number of hours or minutes of a duration, or the duration of a number of them.
  private func hours(
    _ function: FormulaFunction, _ term: FormulaTerm, _ type: FormulaType, _ entity: EntityDescription
  ) throws -> Fragment {
    let value = try value(term, entity)
    guard function == .hours else { return ExpressionSQL.rescaled(value, from: type.scale, to: 0, mapping) }
    let minutes = Fragment(sql: "?", values: [.integer(60)])
    guard case .number(let form) = try self.type(.call(function, [term]), entity), form.form == .duration else {
      let shift = Fragment(sql: "?", values: [.integer(Int64(FormulaCheck.quotientScale))])
      return Self.list([value.whole, minutes, shift], FormulaFunctions.quotient + "(", ")")
    }
    return ExpressionSQL.rescaled(.operation("*", (value, minutes)), from: type.scale, to: 0, mapping)
  }

  private func number(_ term: FormulaTerm, _ scale: Int, _ entity: EntityDescription) throws -> Fragment {
    ExpressionSQL.rescaled(try value(term, entity), from: try type(term, entity).scale, to: scale, mapping)
  }

  // Numbers in the larger of their scales; other values as they are.
  private func aligned(
    _ parts: [FormulaTerm], _ entity: EntityDescription, isExact: Bool = true
  ) throws -> [Fragment] {
    let types = try parts.map { try type($0, entity) }
    guard types.contains(where: { if case .number = $0 { true } else { false } }) else {
      return try parts.map { try value($0, entity).whole }
    }
    let scale = types.map(\.scale).max() ?? 0
    return try parts.map { part in
      if case .text = part { return Fragment(sql: "NULL") }
      let number = try number(part, scale, entity)
      return isExact ? exact(number) : number.whole
    }
  }

  private func comparable(_ parts: [FormulaTerm], _ entity: EntityDescription) throws -> [Fragment] {
    try aligned(parts, entity)
  }

  private func texts(_ parts: [FormulaTerm], _ entity: EntityDescription) throws -> [Fragment] {
    try parts.map { part in
      let value = try value(part, entity)
      guard case .number(let form) = try type(part, entity) else { return value.whole }
      return Self.list(
        [value, Fragment(sql: "?", values: [.integer(Int64(form.scale))])], FormulaFunctions.text + "(", ")")
    }
  }

  private func exact(_ value: Fragment) -> Fragment { value.wrapped(FormulaFunctions.exact + "(", ")") }

  private static func list(
    _ parts: [Fragment], _ before: String, _ after: String, separator: String = ", "
  ) -> Fragment {
    Fragment(sql: before + parts.map(\.sql).joined(separator: separator) + after, values: parts.flatMap(\.values))
  }

  // MARK: Related records

  private func records(
    _ function: FormulaFunction, _ name: String, _ parts: [FormulaTerm], _ entity: EntityDescription
  ) throws -> Fragment {
    let target = try ComputedSQL.target(name, entity, mapping)
    var from = try ComputedSQL.related(name, nil, entity, mapping)
    if parts.count == (function == .count ? 1 : 2), let condition = parts.last {
      let condition = try value(condition, target).whole
      from = Fragment(sql: from.sql + " AND " + condition.sql, values: from.values + condition.values)
    }
    func select(_ before: String, _ value: Fragment, _ after: String) -> Fragment {
      Fragment(sql: "(SELECT \(before)\(value.sql)\(after)\(from.sql))", values: value.values + from.values)
    }
    guard function != .count else { return select("count(*)", Fragment(sql: ""), "") }
    let type = try type(parts[0], target)
    guard function != .joined else {
      let text = try texts([parts[0]], target)[0]
      return Fragment(
        sql: "(SELECT group_concat(r.text, ', ') FROM (SELECT \(text.sql) AS text\(from.sql) ORDER BY t.id) r)",
        values: text.values + from.values)
    }
    // A sum or an average that one record has no number for because it is too large has none itself.
    let isAdded = function == .sum || function == .average
    let value = try aligned([parts[0]], target, isExact: !isAdded)[0]
    switch function {
    case .sum: return select("coalesce(\(NumberFunctions.sum)(", value, "), 0)")
    case .average:
      let unit = Fragment(
        sql: "?", values: [.integer(FetchExpression.power(max(0, FormulaCheck.quotientScale - type.scale)))])
      return select("\(NumberFunctions.average)(", Self.list([value, unit], "", ""), ")")
    default: return select(function == .least ? "min(" : "max(", value, ")")
    }
  }
}
