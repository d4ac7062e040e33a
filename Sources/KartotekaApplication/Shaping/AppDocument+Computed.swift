import KartotekaModel
import KartotekaScreens

// Computed values of a designed application.
extension AppDocument {
  /// A computed value from what a person chose and typed.
  /// - Parameters:
  ///   - form: `own` for a calculation, `count:relationship`, `sum:relationship:attribute`, `of:relationship:attribute`
  ///     or `later:attribute` for a number of days after a date.
  ///   - formula: the calculation, or that of the number of days.
  ///   - name: the name of the value that exists; nil for a new one.
  package func computed(
    _ label: String, form: String, formula: String, of entity: String, name: String?
  ) throws(ShapeFault) -> ComputedDescription {
    let place = try place(entity)
    let steps = form.split(separator: ":").map(String.init)
    let source: ComputedSource
    switch steps.first {
    case "count" where steps.count == 2: source = .sum(steps[1], .constant(1, scale: 0), where: nil)
    case "sum" where steps.count == 3: source = .sum(steps[1], .value(steps[2]), where: nil)
    case "of" where steps.count == 3: source = .own(.value(steps[1] + "." + steps[2]))
    case "later" where steps.count == 2:
      source = .later(.own(.value(steps[1])), .own(try Self.expression(formula)), .days)
    default: source = .own(try Self.expression(formula))
    }
    let model = ModelDescription(drafts: entities)
    guard let described = model.entity(named: entity) else { throw Self.unknown }
    var attribute = AttributeDescription(
      name: name ?? (label.isEmpty ? "value" : freeName(for: label, in: entities[place])), label: label, kind: .integer)
    var areDaysWhole = true
    do throws(ExpressionFault) {
      if case .later(_, let days, _) = source {
        areDaysWhole = try days.form(of: described, in: model).scale == 0
        if areDaysWhole { attribute.kind = try source.result(of: described, in: model).kind }
      } else {
        let form = try source.form(of: described, in: model)
        if form.scale > 0 { attribute.kind = .decimal }
        attribute.scale = form.scale
        attribute.currency = form.scale == 0 ? nil : form.currency
      }
    } catch {
      throw ShapeFault("formula", Self.phrase(of: error))
    }
    guard areDaysWhole else { throw ShapeFault("formula", "This has to be a whole number of days") }
    attribute.writability = .never
    return ComputedDescription(attribute: attribute, source: source)
  }

  private static func expression(_ formula: String) throws(ShapeFault) -> FetchExpression {
    guard !formula.isEmpty else { throw ShapeFault("formula", "This can't be empty") }
    guard !ExpressionText.isTooLong(formula) else {
      throw ShapeFault("formula", "This is too long: a calculation takes at most 200 fields and numbers")
    }
    guard let expression = ExpressionText.read(formula) else {
      throw ShapeFault("formula", "This is no calculation: it takes names of fields, numbers, + - * and round(…, 2)")
    }
    return expression
  }

  private static func phrase(of fault: ExpressionFault) -> Phrase {
    switch fault {
    case .unknown(let name): Phrase("There is no field called {name}", ["name": .text(name)])
    case .notExact(let name): Phrase("{name} is no number", ["name": .text(name)])
    case .notNumber(let kind): Phrase("{name} is no number", ["name": .text(kind.rawValue)])
    default: "The result has more than nine digits after the point: use round(…, 2)"
    }
  }

  /// Adds a computed value, or replaces the one of its name.
  package mutating func setComputed(_ computed: ComputedDescription, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    try checkLabel(computed.attribute.label, in: entities[place], except: computed.name)
    if let index = entities[place].computed.firstIndex(where: { $0.name == computed.name }) {
      entities[place].computed[index] = computed
    } else {
      entities[place].computed.append(computed)
    }
  }
}

/// Evaluates a calculation for one record, exactly, before it is stored.
package struct ShapeCalculation {
  /// An exact number: digits and the number of them after the point.
  package struct Number: Hashable, Sendable {
    package let digits: Int64
    package let scale: Int

    /// The digits with so many after the point, where a half is rounded away from zero; nil if they are too many.
    package func scaled(to target: Int) -> Int64? {
      var (digits, scale) = (digits, scale)
      while scale < target {
        let (product, isOver) = digits.multipliedReportingOverflow(by: 10)
        if isOver { return nil }
        (digits, scale) = (product, scale + 1)
      }
      guard scale > target else { return digits }
      var divisor: Int64 = 1
      for _ in target..<scale { divisor *= 10 }
      let (quotient, rest) = digits.quotientAndRemainder(dividingBy: divisor)
      return rest.magnitude * 2 >= divisor.magnitude ? quotient + (digits < 0 ? -1 : 1) : quotient
    }
  }

  private let record: AnyRecord

  package init(_ record: AnyRecord) { self.record = record }

  /// The result; nil where a value is missing or the numbers are too large.
  package func value(of expression: FetchExpression) -> Number? {
    switch expression {
    case .value(let name):
      guard let attribute = record.entity.attribute(name), case .integer(let digits) = record[name] else { return nil }
      return Number(digits: digits, scale: attribute.kind == .decimal ? attribute.scale : 0)
    case .constant(let digits, let scale): return Number(digits: digits, scale: scale)
    case .sum(let one, let other): return combined(one, other) { $0.addingReportingOverflow($1) }
    case .difference(let one, let other): return combined(one, other) { $0.subtractingReportingOverflow($1) }
    case .product(let one, let other):
      guard let one = value(of: one), let other = value(of: other) else { return nil }
      let (digits, isOver) = one.digits.multipliedReportingOverflow(by: other.digits)
      return isOver ? nil : Number(digits: digits, scale: one.scale + other.scale)
    case .rounded(let inner, let scale):
      return value(of: inner)?.scaled(to: scale).map { Number(digits: $0, scale: scale) }
    }
  }

  private func combined(
    _ one: FetchExpression, _ other: FetchExpression,
    _ body: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> Number? {
    guard let one = value(of: one), let other = value(of: other) else { return nil }
    let scale = max(one.scale, other.scale)
    guard let one = one.scaled(to: scale), let other = other.scaled(to: scale) else { return nil }
    let (digits, isOver) = body(one, other)
    return isOver ? nil : Number(digits: digits, scale: scale)
  }
}
