extension FetchExpression {
  /// The result for one record, in the smallest unit of its ``form(of:in:)``; nil if a value is missing.
  ///
  /// The store computes the same results in SQL.
  /// - Parameter value: returns the record's value of a name.
  /// - Throws: ``ExpressionFault``, also if an intermediate result does not fit in 64 bits.
  public func number(
    of entity: EntityDescription, in model: ModelDescription, _ value: (String) -> Value
  ) throws(ExpressionFault) -> Int64? {
    switch self {
    case .value(let name):
      if case .integer(let integer) = value(name) { return integer }
      return nil
    case .constant(let integer, _): return integer
    case .sum(let one, let other):
      return try Self.combined(one, other, entity, model, value) { $0.addingReportingOverflow($1) }
    case .difference(let one, let other):
      return try Self.combined(one, other, entity, model, value) { $0.subtractingReportingOverflow($1) }
    case .product(let one, let other):
      guard let one = try one.number(of: entity, in: model, value),
        let other = try other.number(of: entity, in: model, value)
      else { return nil }
      return try Self.product(one, other)
    case .rounded(let inner, let scale):
      let form = try inner.form(of: entity, in: model)
      guard let number = try inner.number(of: entity, in: model, value) else { return nil }
      return try Self.rescaled(number, from: form.scale, to: scale)
    }
  }

  /// The power of ten between two scales.
  public static func power(_ digits: Int) -> Int64 { (0..<max(0, digits)).reduce(1) { power, _ in power * 10 } }

  /// Converts a number to another scale; a half is rounded away from zero.
  static func rescaled(_ number: Int64, from: Int, to: Int) throws(ExpressionFault) -> Int64 {
    guard to < from else { return try product(number, power(to - from)) }
    let unit = power(from - to)
    return number / unit + number % unit / (unit / 2)
  }

  // Adds or subtracts in the larger of the two scales.
  private static func combined(
    _ one: FetchExpression, _ other: FetchExpression, _ entity: EntityDescription, _ model: ModelDescription,
    _ value: (String) -> Value, _ combine: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) throws(ExpressionFault) -> Int64? {
    let (first, second) = (try one.form(of: entity, in: model).scale, try other.form(of: entity, in: model).scale)
    guard let one = try one.number(of: entity, in: model, value),
      let other = try other.number(of: entity, in: model, value)
    else { return nil }
    let scale = max(first, second)
    let result = combine(
      try rescaled(one, from: first, to: scale), try rescaled(other, from: second, to: scale))
    if result.overflow { throw .overflow }
    return result.partialValue
  }

  private static func product(_ one: Int64, _ other: Int64) throws(ExpressionFault) -> Int64 {
    let result = one.multipliedReportingOverflow(by: other)
    if result.overflow { throw .overflow }
    return result.partialValue
  }
}
