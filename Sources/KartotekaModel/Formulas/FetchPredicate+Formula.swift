// Conditions and formulas.
extension FetchPredicate {
  /// Why a formula within the condition can't be one; nil if all can.
  func complaint(aboutFormulasOf entity: EntityDescription, _ check: FormulaCheck) -> Complaint? {
    func first(_ list: [FetchPredicate], _ entity: EntityDescription?) -> Complaint? {
      entity.flatMap { entity in
        list.lazy.compactMap { $0.complaint(aboutFormulasOf: entity, check) }.first
      }
    }
    switch self {
    case .formula(let formula): return check.complaint(aboutCondition: formula, entity)
    case .all(let list), .any(let list): return first(list, entity)
    case .not(let inner): return first([inner], entity)
    case .leads(let name, let inner):
      return first([inner], entity.relationship(name).flatMap { check.model.entity(named: $0.target) })
    case .isReferred(let other, _, let inner): return first([inner], check.model.entity(named: other))
    case .compare, .has, .isRelated, .reads, .calculates, .day, .moment: return nil
    }
  }

  /// The fault of a formula in the condition, and its remedy; nil for none.
  package func formulaFault(
    of entity: EntityDescription, in model: ModelDescription
  ) -> (problem: FaultText, hint: FaultText)? {
    complaint(aboutFormulasOf: entity, FormulaCheck(model)).map { ($0.problem, $0.hint) }
  }

  /// The formula that is yes for the same records; nil for a condition that formulas do not have.
  package func formula(of entity: EntityDescription, in model: ModelDescription) -> Formula? {
    // Columns of another program's table may have values of any kind, which conditions compare and formulas ignore.
    guard entity.source == nil, let term = term(of: entity) else { return nil }
    let formula = Formula(term)
    return FormulaCheck(model).complaint(aboutCondition: formula, entity) == nil ? formula : nil
  }

  private func term(of entity: EntityDescription) -> FormulaTerm? {
    switch self {
    case .formula(let formula): return formula.term
    case .compare(let name, let filter, let values): return Self.comparison(name, filter, values, entity)
    case .day(let name, let filter, let offset):
      guard entity.attribute(name)?.kind == .date, let days = Int64(exactly: offset.magnitude) else { return nil }
      let number = FormulaTerm.number(days, scale: 0)
      let day = offset == 0 ? FormulaTerm.today : .call(offset < 0 ? .minus : .plus, [.today, number])
      return filter.function.map { .call($0, [.value(name), day]) }
    case .calculates(let one, let filter, let other):
      // Two empty numbers are equal in formulas alone.
      guard let function = filter.function, function != .equal, function != .unequal else { return nil }
      return .call(function, [one.term, other.term])
    case .all(let list): return Self.list(.and, list, entity)
    case .any(let list): return Self.list(.or, list, entity)
    case .not(let inner): return inner.term(of: entity).map { .call(.not, [$0]) }
    case .has, .isRelated, .reads, .leads, .isReferred, .moment: return nil
    }
  }

  // Each part is a level of the formula: a long list is none.
  private static let mostParts = FormulaParser.mostArguments

  private static func list(
    _ function: FormulaFunction, _ list: [FetchPredicate], _ entity: EntityDescription
  ) -> FormulaTerm? {
    guard list.count <= mostParts else { return nil }
    let terms = list.compactMap { $0.term(of: entity) }
    guard let first = terms.first, terms.count == list.count else { return nil }
    return terms.dropFirst().reduce(first) { .call(function, [$0, $1]) }
  }

  private static func comparison(
    _ name: String, _ filter: FilterOperator, _ values: [Value], _ entity: EntityDescription
  ) -> FormulaTerm? {
    if filter == .null {
      let isNone = values.first != .integer(0)
      if let relationship = entity.relationship(name) {
        guard relationship.cardinality != .toOne else { return nil }
        return .call(isNone ? .equal : .more, [.over(.count, name, []), .number(0, scale: 0)])
      }
      // Yes or no is never empty in a formula.
      guard entity.attribute(name)?.kind != .boolean else { return nil }
      let empty = FormulaTerm.call(.empty, [.value(name)])
      return isNone ? empty : .call(.not, [empty])
    }
    guard let attribute = entity.attribute(name) else { return nil }
    if filter == .in {
      guard values.count <= mostParts else { return nil }
      let terms = values.compactMap { comparison(name, .eq, [$0], entity) }
      guard let first = terms.first, terms.count == values.count else { return nil }
      return terms.dropFirst().reduce(first) { .call(.or, [$0, $1]) }
    }
    guard let function = filter.function, values.count == 1, let value = values.first else { return nil }
    let isEquality = function == .equal || function == .unequal
    switch (attribute.kind, value) {
    case (.boolean, .integer(1)) where function == .equal: return .value(name)
    case (.boolean, .integer(1)) where function == .unequal: return .call(.not, [.value(name)])
    case (.integer, .integer(let number)), (.decimal, .integer(let number)):
      return .call(function, [.value(name), .number(number, scale: attribute.scale)])
    case (.date, .text(let day)):
      guard CalendarDate(iso: day) != nil else { return nil }
      return .call(function, [.value(name), .call(.date, [.text(day)])])
    case (.text, .text(let text)), (.choice, .text(let text)), (.mail, .text(let text)), (.phone, .text(let text)),
      (.url, .text(let text)):
      // An empty text is no value in formulas.
      guard isEquality, !text.isEmpty else { return nil }
      return .call(function, [.value(name), .text(text)])
    default: return nil
    }
  }
}

extension FilterOperator {
  fileprivate var function: FormulaFunction? {
    switch self {
    case .eq: .equal
    case .ne: .unequal
    case .lt: .less
    case .lte: .notMore
    case .gt: .more
    case .gte: .notLess
    case .in, .null, .contains, .prefix: nil
    }
  }
}
