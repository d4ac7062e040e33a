import Foundation

@testable import KartotekaModel

/// Computes formulas over records in memory, as docs/FORMULAS.md says, with decimals of Foundation for all numbers.
final class FormulaOracle {
  /// The values of records by entity and id.
  typealias Rows = [String: [Int64: [String: Value]]]

  let model: ModelDescription
  let rows: Rows
  let today: CalendarDate
  let now: Date
  let me: String?
  let zone: TimeZone

  private let check: FormulaCheck
  // A number that does not fit in 64 bits: no value, except that calculations, choices, sums and averages with it have none either.
  private static let tooLarge = Value.real(.infinity)
  // The computed values so far, by entity, id and name.
  private var known: [String: Value] = [:]

  init(model: ModelDescription, rows: Rows, today: CalendarDate, now: Date = Date(), me: String? = nil, zone: TimeZone)
  {
    (self.model, self.rows, self.today, self.now, self.me, self.zone) = (model, rows, today, now, me, zone)
    check = FormulaCheck(model)
  }

  /// The value of a formula for a record, as it is stored: numbers in the smallest unit.
  func value(_ term: FormulaTerm, _ entity: EntityDescription, _ id: Int64) throws -> Value {
    Self.fitting(try computed(term, entity, id))
  }

  private static func fitting(_ value: Value) -> Value { value == tooLarge ? .null : value }

  private func computed(_ term: FormulaTerm, _ entity: EntityDescription, _ id: Int64) throws -> Value {
    switch term {
    case .value(let name): return try field(name, entity, id)
    case .number(let number, _): return .integer(number)
    case .text(let text): return text.isEmpty ? .null : .text(text)
    case .today: return .text(today.description)
    case .now: return .text(Timestamp.text(now))
    case .me: return me.map(Value.text) ?? .null
    case .unreadable: return .null
    case .call(let function, let parts): return try call(function, parts, entity, id)
    case .over(let function, let name, let parts): return try records(function, name, parts, entity, id)
    }
  }

  private func field(_ name: String, _ entity: EntityDescription, _ id: Int64) throws -> Value {
    let missing: Value = try check.type(of: .value(name), entity) == .truth ? .integer(0) : .null
    var (entity, id) = (entity, id)
    var steps = name.split(separator: ".").map(String.init)
    let last = steps.removeLast()
    for step in steps {
      guard let relationship = entity.relationship(step), let target = model.entity(named: relationship.target),
        case .integer(let next)? = rows[entity.name]?[id]?[step]
      else { return missing }
      (entity, id) = (target, next)
    }
    if let described = entity.computed(last), case .formula(let formula) = described.source {
      let key = "\(entity.name) \(id) \(last)"
      if let known = known[key] { return known }
      let value = try computed(formula.term, entity, id)
      known[key] = value
      return value
    }
    guard let value = rows[entity.name]?[id]?[last], !value.isNull else { return missing }
    return value
  }

  private func number(_ term: FormulaTerm, _ entity: EntityDescription, _ id: Int64) throws -> Decimal? {
    guard case .integer(let integer) = try value(term, entity, id) else { return nil }
    return Decimal(integer) / Self.power(try check.type(of: term, entity).scale)
  }

  private static func power(_ scale: Int) -> Decimal { (0..<scale).reduce(Decimal(1)) { power, _ in power * 10 } }

  // In the smallest unit of a scale, a half away from zero.
  private static func stored(_ number: Decimal?, _ scale: Int) -> Value {
    guard let number else { return .null }
    var (result, scaled) = (Decimal(), number * power(scale))
    NSDecimalRound(&result, &scaled, 0, .plain)
    return Int64(result.description).map(Value.integer) ?? tooLarge
  }

  private func call(
    _ function: FormulaFunction, _ parts: [FormulaTerm], _ entity: EntityDescription, _ id: Int64
  ) throws -> Value {
    let types = try parts.map { try check.type(of: $0, entity) }
    let scale = try check.type(of: .call(function, parts), entity).scale
    let computed = try parts.map { try self.computed($0, entity, id) }
    let values = computed.map(Self.fitting)
    func truth(_ index: Int) -> Bool { values[index] == .integer(1) }
    func result(_ truth: Bool) -> Value { .integer(truth ? 1 : 0) }
    func days(_ index: Int) -> Int? {
      if case .integer(let days) = values[index] { Int(exactly: days) } else { nil }
    }
    switch function {
    case .or: return result(truth(0) || truth(1))
    case .and: return result(truth(0) && truth(1))
    case .not: return result(!truth(0))
    case .equal, .unequal, .less, .more, .notMore, .notLess:
      let aligned = Self.aligned(values, types)
      let (one, other) = (aligned[0], aligned[1])
      switch function {
      case .equal: return result(one == other)
      case .unequal: return result(one != other)
      case .less: return result(Self.isLess(one, other))
      case .more: return result(Self.isLess(other, one))
      case .notMore: return result(!one.isNull && !other.isNull && !Self.isLess(other, one))
      default: return result(!one.isNull && !other.isNull && !Self.isLess(one, other))
      }
    case .appended: return Self.joined(zip(values, types).map { Self.text($0, $1) }, "")
    case .joined:
      let separator = if case .text(let text) = values[0] { text } else { "" }
      return Self.joined(zip(values, types).dropFirst().map { Self.text($0, $1) }, separator)
    case .minus where types == [.moment, .moment]:
      guard let one = moment(values[0]), let other = moment(values[1]) else { return .null }
      // Clocks show no seconds.
      return .integer(Int64(clampingFloor: one / 60) - Int64(clampingFloor: other / 60))
    case .plus where types.contains(.moment), .minus where types.contains(.moment):
      let place = types[0] == .moment ? 0 : 1
      guard let start = moment(values[place]), let minutes = days(1 - place), minutes.magnitude < 10_000_000_000
      else { return .null }
      let later = start + Double(function == .minus ? -minutes : minutes) * 60
      guard (-62_135_596_800..<253_402_300_800).contains(later) else { return .null }
      return .text(Timestamp.text(Date(timeIntervalSince1970: later)))
    case .plus where types.contains(.day), .minus where types[0] == .day && types[1] != .day:
      let place = types[0] == .day ? 0 : 1
      guard case .text(let text) = values[place], let start = CalendarDate(iso: text), let days = days(1 - place),
        days.magnitude < 10_000_000
      else { return .null }
      let number = start.daysSince1970 + (function == .minus ? -days : days)
      guard (-719_162...2_932_896).contains(number) else { return .null }
      return .text(CalendarDate(daysSince1970: number).description)
    case .minus where types == [.day, .day]:
      guard case .text(let one) = values[0], case .text(let other) = values[1], let one = CalendarDate(iso: one),
        let other = CalendarDate(iso: other)
      else { return .null }
      return .integer(Int64(one.daysSince1970 - other.daysSince1970))
    case .plus, .minus, .times:
      // Each operand has to fit in the larger scale, too.
      let operands = function == .times ? computed : Self.scaled(computed, types)
      guard !operands.contains(where: \.isNull) else { return .null }
      guard case .integer = operands[0], case .integer = operands[1], let one = try number(parts[0], entity, id),
        let other = try number(parts[1], entity, id)
      else { return Self.tooLarge }
      return Self.stored(function == .plus ? one + other : function == .minus ? one - other : one * other, scale)
    case .divided:
      guard !computed.contains(where: \.isNull), computed[1] != .integer(0) else { return .null }
      guard case .integer(let one) = computed[0], case .integer(let other) = computed[1] else { return Self.tooLarge }
      // Exactly, since decimals of Foundation have 38 digits.
      let dividend = Int128(one) * Int128(FetchExpression.power(scale + types[1].scale - types[0].scale))
      let doubled = dividend.magnitude * 2 / UInt128(other.magnitude)
      let rounded = Int128(doubled / 2 + doubled % 2)
      return Int64(exactly: (one < 0) == (other < 0) ? rounded : -rounded).map(Value.integer) ?? Self.tooLarge
    case .choose:
      let cases = Self.scaled(Array(computed.dropFirst()), Array(types.dropFirst()))
      let chosen: Value = truth(0) ? cases[0] : cases.count > 1 ? cases[1] : .null
      return chosen.isNull && types.dropFirst().contains(.truth) ? result(false) : chosen
    case .round:
      return computed[0] == Self.tooLarge ? computed[0] : Self.stored(try number(parts[0], entity, id), scale)
    case .least, .greatest:
      let some = Self.aligned(values, types).filter { !$0.isNull }
      return (function == .least ? some.min(by: Self.isLess) : some.max(by: Self.isLess)) ?? .null
    case .first: return Self.aligned(values, types).first { !$0.isNull } ?? .null
    case .empty: return result(types[0] != .truth && values[0].isNull)
    case .contains:
      guard case .text(let text) = values[0], case .text(let part) = values[1] else { return result(false) }
      return result(Folding.fold(text).contains(Folding.fold(part)))
    case .length:
      if case .text(let text) = values[0] { return .integer(Int64(text.unicodeScalars.count)) } else { return .null }
    case .upper, .lower, .start, .before, .after, .replace: return Self.text(function, values)
    case .date: return day(values[0], types[0]).map { .text($0.description) } ?? .null
    case .days:
      guard types[0] == .duration else { return computed[0] }
      if case .integer(let minutes) = computed[0] { return .integer(minutes / 1440) }
      return computed[0]
    case .hours, .minutes:
      guard case .integer(let value) = computed[0] else { return computed[0] }
      if function == .minutes { return Self.stored(Decimal(value) / Self.power(types[0].scale), 0) }
      if types[0] == .duration { return Self.stored(Decimal(value) / 60, scale) }
      // The product has to fit, too.
      let (product, isOver) = value.multipliedReportingOverflow(by: 60)
      return isOver ? Self.tooLarge : Self.stored(Decimal(product) / Self.power(types[0].scale), 0)
    case .addmonths:
      guard let day = day(values[0], types[0]), let months = days(1), months.magnitude < 1_000_000 else { return .null }
      let month = day.year * 12 + day.month - 1 + months
      guard (12..<120_000).contains(month) else { return .null }
      let last = (28...31).last { CalendarDate(year: month / 12, month: month % 12 + 1, day: $0) != nil } ?? 28
      return CalendarDate(year: month / 12, month: month % 12 + 1, day: min(day.day, last))
        .map { .text($0.description) } ?? .null
    case .year: return day(values[0], types[0]).map { .integer(Int64($0.year)) } ?? .null
    case .month: return day(values[0], types[0]).map { .integer(Int64($0.month)) } ?? .null
    case .day: return day(values[0], types[0]).map { .integer(Int64($0.day)) } ?? .null
    case .week: return day(values[0], types[0]).map { .integer(Self.week($0)) } ?? .null
    case .weekday:
      return day(values[0], types[0]).map { .integer(Int64((($0.daysSince1970 + 3) % 7 + 7) % 7 + 1)) } ?? .null
    case .sum, .count, .average: return .null
    }
  }

  // In seconds since 1970.
  private func moment(_ value: Value) -> Double? {
    if case .text(let text) = value { Timestamp.date(text)?.timeIntervalSince1970 } else { nil }
  }

  private func day(_ value: Value, _ type: FormulaType) -> CalendarDate? {
    guard case .text(let text) = value else { return nil }
    guard type == .moment else { return CalendarDate(iso: text) }
    return Timestamp.date(text).map { CalendarDate($0, in: zone) }
  }

  // Numbers in the larger of their scales; those that do not fit are no values.
  private static func aligned(_ values: [Value], _ types: [FormulaType]) -> [Value] {
    scaled(values, types).map(fitting)
  }

  private static func scaled(_ values: [Value], _ types: [FormulaType]) -> [Value] {
    let scale = types.map(\.scale).max() ?? 0
    return zip(values, types).map { value, type in
      guard case .number = type, case .integer(let number) = value else { return value }
      let (scaled, isOver) = number.multipliedReportingOverflow(by: FetchExpression.power(scale - type.scale))
      return isOver ? tooLarge : .integer(scaled)
    }
  }

  private static func isLess(_ one: Value, _ other: Value) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)): Array(one.utf8).lexicographicallyPrecedes(Array(other.utf8))
    default: false
    }
  }

  private static func text(_ value: Value, _ type: FormulaType) -> String? {
    switch value {
    case .text(let text): return text
    case .integer(let number):
      let digits = String(number.magnitude)
      guard type.scale > 0 else { return String(number) }
      let padded = String(repeating: "0", count: max(0, type.scale + 1 - digits.count)) + digits
      return (number < 0 ? "-" : "") + padded.dropLast(type.scale) + "." + padded.suffix(type.scale)
    default: return nil
    }
  }

  private static func joined(_ texts: [String?], _ separator: String) -> Value {
    let some = texts.compactMap(\.self).filter { !$0.isEmpty }
    return some.isEmpty ? .null : .text(some.joined(separator: separator))
  }

  private func records(
    _ function: FormulaFunction, _ name: String, _ parts: [FormulaTerm], _ entity: EntityDescription, _ id: Int64
  ) throws -> Value {
    guard let relationship = entity.relationship(name), let target = model.entity(named: relationship.target),
      let inverse = relationship.inverse
    else { return .null }
    var ids = (rows[target.name] ?? [:]).filter { $0.value[inverse] == .integer(id) }.keys.sorted()
    if parts.count == (function == .count ? 1 : 2), let condition = parts.last {
      ids = try ids.filter { try value(condition, target, $0) == .integer(1) }
    }
    guard function != .count else { return .integer(Int64(ids.count)) }
    let type = try check.type(of: parts[0], target)
    let computed = try ids.map { try self.computed(parts[0], target, $0) }
    if function == .sum || function == .average, computed.contains(Self.tooLarge) { return Self.tooLarge }
    let values = computed.map(Self.fitting).filter { !$0.isNull }
    if function == .joined { return Self.joined(values.map { Self.text($0, type) }, ", ") }
    if function == .least || function == .greatest {
      return (function == .least ? values.min(by: Self.isLess) : values.max(by: Self.isLess)) ?? .null
    }
    let sum = values.reduce(Int128(0)) { if case .integer(let number) = $1 { $0 + Int128(number) } else { $0 } }
    if function == .sum { return Int64(exactly: sum).map(Value.integer) ?? Self.tooLarge }
    guard !values.isEmpty else { return .null }
    let unit = Int128(FetchExpression.power(max(0, FormulaCheck.quotientScale - type.scale)))
    let doubled = (sum * unit).magnitude * 2 / UInt128(values.count)
    let rounded = Int128(doubled / 2 + doubled % 2)
    return Int64(exactly: sum < 0 ? -rounded : rounded).map(Value.integer) ?? Self.tooLarge
  }
}
