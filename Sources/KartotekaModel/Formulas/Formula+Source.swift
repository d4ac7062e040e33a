// Formulas and the computations of descriptions.
extension Formula {
  /// The kind of the result.
  /// - Throws: ``ExpressionFault`` with the reason.
  func type(of entity: EntityDescription, in model: ModelDescription) throws(ExpressionFault) -> FormulaType {
    do throws(FormulaFault) { return try FormulaCheck(model).type(of: self, entity) } catch {
      throw .formula(error.sentence.phrase)
    }
  }

  /// The computation. Calculations on stored numbers, counts and sums of them have the forms of their own, which can have an index.
  package func source(of entity: EntityDescription, in model: ModelDescription) -> ComputedSource {
    // An empty yes-or-no is a no in formulas alone.
    if case .value(let name) = term, let kind = AttributePath(name, of: entity, in: model)?.attribute?.kind,
      kind != .boolean
    {
      return .own(.value(name))
    }
    if let expression = term.expression(of: entity, in: model) { return .own(expression) }
    guard case .over(let function, let name, let parts) = term,
      let target = entity.relationship(name).flatMap({ model.entity(named: $0.target) })
    else { return .formula(self) }
    if function == .count, parts.isEmpty { return .sum(name, .constant(1, scale: 0), where: nil) }
    if function == .sum, parts.count == 1, let expression = parts[0].expression(of: target, in: model) {
      return .sum(name, expression, where: nil)
    }
    return .formula(self)
  }

  /// The form that a title can have: texts, whole numbers and days of the record and of to-one relationships, joined by `joined(…)` or
  /// by `&`; nil for another formula.
  func title(of entity: EntityDescription, in model: ModelDescription) -> ComputedSource? {
    func part(_ term: FormulaTerm) -> ComputedSource? {
      switch term {
      case .text(let text): return .text(text)
      case .value(let name):
        let kind = AttributePath(name, of: entity, in: model)?.attribute?.kind
        return kind == .text || kind == .integer || kind == .date ? .own(.value(name)) : nil
      default: return nil
      }
    }
    var (terms, separator) = (term.appended, "")
    if case .call(.joined, let parts) = term, case .text(let text)? = parts.first {
      (terms, separator) = (Array(parts.dropFirst()), text)
    }
    let parts = terms.compactMap(part)
    return parts.count == terms.count ? .joined(parts, separator: separator) : nil
  }
}

extension FormulaTerm {
  // The parts of a row of `&`.
  fileprivate var appended: [FormulaTerm] {
    guard case .call(.appended, let parts) = self else { return [self] }
    return parts.flatMap(\.appended)
  }

  // Stored numbers, constants, + - * and round; nil for other terms.
  fileprivate func expression(of entity: EntityDescription, in model: ModelDescription) -> FetchExpression? {
    switch self {
    case .value(let name):
      guard let kind = AttributePath(name, of: entity, in: model)?.attribute?.kind, kind == .integer || kind == .decimal
      else { return nil }
      return .value(name)
    case .number(let number, let scale): return .constant(number, scale: scale)
    case .call(.round, let parts):
      guard case .number(let scale, scale: 0) = parts[1] else { return nil }
      return parts[0].expression(of: entity, in: model).map { .rounded($0, scale: Int(scale)) }
    case .call(let function, let parts) where [.plus, .minus, .times].contains(function):
      guard let one = parts[0].expression(of: entity, in: model), let other = parts[1].expression(of: entity, in: model)
      else { return nil }
      return function == .plus ? .sum(one, other) : function == .minus ? .difference(one, other) : .product(one, other)
    default: return nil
    }
  }
}

extension ComputedSource {
  /// The formulas within the computation.
  package var formulas: [Formula] {
    switch self {
    case .formula(let formula): [formula]
    case .joined(let parts, _): parts.flatMap(\.formulas)
    case .later(let one, let other, _), .plus(let one, let other), .minus(let one, let other),
      .product(let one, let other):
      one.formulas + other.formulas
    case .rounded(let inner, _): inner.formulas
    case .own, .text, .holds, .exists, .least, .greatest, .sum: []
    }
  }

  /// The computation as a formula; nil for one with a condition or a unit that formulas do not have.
  package var formula: Formula? { term.map(Formula.init) }

  private var term: FormulaTerm? {
    switch self {
    case .formula(let formula): return formula.term
    case .own(let expression): return expression.term
    case .text(let text): return .text(text)
    case .joined(let parts, let separator):
      let terms = parts.compactMap(\.term)
      return terms.count == parts.count && !parts.isEmpty ? .call(.joined, [.text(separator)] + terms) : nil
    case .later(let start, let number, let unit):
      guard unit != .minutes, let start = start.term, let number = number.term else { return nil }
      return .call(unit == .days ? .plus : .addmonths, [start, number])
    case .sum(let name, .constant(1, scale: 0), where: nil): return .over(.count, name, [])
    case .sum(let name, let expression, where: nil): return .over(.sum, name, [expression.term])
    case .least(let name, let value, where: nil): return .over(.least, name, [.value(value)])
    case .greatest(let name, let value, where: nil): return .over(.greatest, name, [.value(value)])
    case .exists(let name, where: nil): return .call(.more, [.over(.count, name, []), .number(0, scale: 0)])
    case .plus(let one, let other): return Self.call(.plus, one, other)
    case .minus(let one, let other): return Self.call(.minus, one, other)
    case .product(let one, let other): return Self.call(.times, one, other)
    case .rounded(let inner, let scale):
      return inner.term.map { .call(.round, [$0, .number(Int64(scale), scale: 0)]) }
    case .holds, .sum, .least, .greatest, .exists: return nil
    }
  }

  private static func call(_ function: FormulaFunction, _ one: ComputedSource, _ other: ComputedSource) -> FormulaTerm?
  {
    guard let one = one.term, let other = other.term else { return nil }
    return .call(function, [one, other])
  }
}

extension FetchExpression {
  /// The same as a part of a formula.
  var term: FormulaTerm {
    switch self {
    case .value(let name): .value(name)
    case .constant(let number, let scale): .number(number, scale: scale)
    case .sum(let one, let other): .call(.plus, [one.term, other.term])
    case .difference(let one, let other): .call(.minus, [one.term, other.term])
    case .product(let one, let other): .call(.times, [one.term, other.term])
    case .rounded(let inner, let scale): .call(.round, [inner.term, .number(Int64(scale), scale: 0)])
    }
  }
}
