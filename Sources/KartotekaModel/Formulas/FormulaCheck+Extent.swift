// The size of formulas in SQL. SQLite's parser goes 100 levels deep; the levels of each part were measured with SQLite 3.40.
extension FormulaCheck {
  // A formula may be 46 levels deep. The statements around it, also those of other computed values, take the rest.
  private static let (most, levelsAround) = (46, ComputedExtent.most.depth - 46)
  // Of these, conditions around a condition take some: all, not, the choice among states, and a value that is computed by them.
  private static let levelsOfConditions = 12

  /// Whether SQLite does not take a formula, or takes it with the computed values that it has.
  package func isTooLarge(_ term: FormulaTerm, _ entity: EntityDescription) -> Bool {
    isTooLarge(.formula(Formula(term)), entity)
  }

  /// Whether SQLite does not take a formula as a condition that other ones may have within them.
  package func isTooLarge(asCondition term: FormulaTerm, _ entity: EntityDescription) -> Bool {
    isTooLarge(term, entity) || depth(of: term, entity) > Self.most - Self.levelsOfConditions
  }

  /// Whether SQLite does not take a computation, or takes it with the computed values that its formulas have.
  /// - Parameter isIndexed: whether an index has it.
  func isTooLarge(_ source: ComputedSource, isIndexed: Bool = false, _ entity: EntityDescription) -> Bool {
    var known: [[String]: Int] = [:]
    return extent(of: source, isIndexed: isIndexed, entity, &known).isTooLarge
  }

  private func extent(
    of source: ComputedSource, isIndexed: Bool = false, _ entity: EntityDescription, _ known: inout [[String]: Int]
  ) -> ComputedExtent {
    source.extent(isIndexed: isIndexed) { formula in
      ComputedExtent(
        parts: parts(of: formula.term, entity, &known), depth: depth(of: formula.term, entity) + Self.levelsAround)
    }
  }

  private func depth(of term: FormulaTerm, _ entity: EntityDescription) -> Int {
    func deepest(_ parts: some Sequence<FormulaTerm>, _ entity: EntityDescription) -> Int {
      parts.map { depth(of: $0, entity) }.max() ?? 0
    }
    let numbers = row(term, entity)
    if numbers.count > 2 {
      // A larger scale multiplies all before it, in brackets.
      let scales = Set(numbers.map { (try? type(of: $0, entity))?.scale ?? 0 })
      return 6 + 2 * (scales.count - 1) + deepest(numbers, entity)
    }
    switch term {
    case .number, .text, .today, .now, .me, .unreadable: return 1
    case .value(let name):
      let steps = name.split(separator: ".").count - 1
      return steps * 8 + (AttributePath(name, of: entity, in: model) == nil ? 8 : 4)
    case .over(let function, let name, let parts):
      guard let target = entity.relationship(name).flatMap({ model.entity(named: $0.target) }) else { return 1 }
      guard function != .count else { return 8 + deepest(parts, target) }
      return max(
        (function == .joined ? 24 : 17) + deepest(parts.prefix(1), target), 8 + deepest(parts.dropFirst(), target))
    case .call(.choose, let parts):
      let inner = max(7 + deepest(parts.prefix(1), entity), 10 + deepest(parts.dropFirst().prefix(1), entity))
      guard parts.count == 3 else { return inner }
      // One choice after another is one CASE.
      if case .call(.choose, _) = parts[2] { return max(inner, depth(of: parts[2], entity)) }
      return max(inner, 8 + depth(of: parts[2], entity))
    case .call(let function, _):
      let levels =
        switch function {
        case .and, .or, .not: 3
        case .appended where term.operands.count > FormulaParser.mostArguments: ComputedExtent.most.depth
        case .times, .divided, .round, .date, .year, .month, .day, .week, .weekday, .contains, .length, .upper, .lower,
          .start, .before, .after, .replace, .empty, .addmonths, .hours, .minutes:
          5
        case .days: 3
        case .plus, .minus: 6
        default: 8
        }
      return levels + deepest(term.operands, entity)
    }
  }

  // The numbers of + and - in a row, or of products in a row, which SQL has without brackets; none for other terms.
  private func row(_ term: FormulaTerm, _ entity: EntityDescription) -> [FormulaTerm] {
    guard case .call(let function, let parts) = term else { return [] }
    let alike: [FormulaFunction] = function == .times ? [.times] : [.plus, .minus]
    // Days are moved by functions.
    guard alike.contains(function), parts.allSatisfy({ (try? type(of: $0, entity))?.isNumber == true }) else {
      return []
    }
    if case .call(let before, _) = parts[0], alike.contains(before) {
      let first = row(parts[0], entity)
      if !first.isEmpty { return first + [parts[1]] }
    }
    return parts
  }

  // The parts of a formula and of all computed values that it has, each as often as it is computed.
  private func parts(of term: FormulaTerm, _ entity: EntityDescription, _ known: inout [[String]: Int]) -> Int {
    switch term {
    case .number, .text, .today, .now, .me, .unreadable: return 1
    case .value(let name):
      guard let (value, owner) = computed(name, of: entity) else { return 1 }
      let key = [owner.name, value.name]
      if let known = known[key] { return known }
      // A cycle is reported elsewhere.
      known[key] = 1
      let count = min(extent(of: value.source, owner, &known).parts + 1, 1_000_000)
      known[key] = count
      return count
    case .over(_, let name, let parts):
      guard let target = entity.relationship(name).flatMap({ model.entity(named: $0.target) }) else { return 1 }
      return parts.reduce(1) { min($0 + self.parts(of: $1, target, &known), 1_000_000) }
    case .call(_, let parts): return parts.reduce(1) { min($0 + self.parts(of: $1, entity, &known), 1_000_000) }
    }
  }
}
