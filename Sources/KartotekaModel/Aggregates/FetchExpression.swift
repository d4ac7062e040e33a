/// An exact numeric expression over a record's values. Whole numbers and decimals are integers of their smallest unit,
/// never binary floating point.
///
/// ```swift
/// let amount = (\OrderDetail.unitPrice * \OrderDetail.quantity * (1 - \OrderDetail.discount)).rounded(2)
/// ```
/// makes one (see ``Calculation``). A record without one of the values has no result.
public indirect enum FetchExpression: Hashable, Sendable, Codable {
  /// The value of an attribute of the record, or, as `product.unitPrice`, of a related record.
  case value(String)
  /// A constant in its smallest unit: 0.21 is 21 with scale 2.
  case constant(Int64, scale: Int)
  /// The sum of both.
  case sum(FetchExpression, FetchExpression)
  /// The difference of both.
  case difference(FetchExpression, FetchExpression)
  /// The product of both.
  case product(FetchExpression, FetchExpression)
  /// Rounds to a number of decimal places; a half is rounded away from zero.
  case rounded(FetchExpression, scale: Int)

  /// The names of all values in the expression.
  public var names: [String] {
    switch self {
    case .value(let name): [name]
    case .constant: []
    case .sum(let one, let other), .difference(let one, let other), .product(let one, let other):
      one.names + other.names
    case .rounded(let inner, _): inner.names
    }
  }
}

/// Why an expression is invalid.
@nonexhaustive public enum ExpressionFault: Error, Hashable, Sendable {
  /// The entity has no attribute or relationship of that name.
  case unknown(String)
  /// The value with that name is neither a whole number nor a decimal.
  case notExact(String)
  /// A value of that kind is computed where a number is needed.
  case notNumber(KindName)
  /// The value with that name can't be a part of the computation.
  case notComputable(String)
  /// The result would have more than 9 decimal places, or a negative number was requested.
  case badScale(Int)
  /// An intermediate result does not fit in 64 bits.
  case overflow
  /// A formula is faulty for a reason that the sentence gives.
  case formula(Phrase)

  /// The error as a sentence for the application's author.
  package var sentence: FaultText {
    switch self {
    case .unknown(let name): "there is no value “\(name)”."
    case .notExact(let name): "“\(name)” is neither a whole number nor a decimal."
    case .notNumber(let kind): "\(kind.rawValue) is computed in it where a whole number or a decimal is needed."
    case .notComputable(let name): "“\(name)” can't be used here."
    case .badScale(let digits):
      "its result has \(digits) digits after the point, of 0 to \(FetchExpression.mostDigits)."
    case .overflow: "a number in it does not fit in 64 bits."
    case .formula(let sentence): FaultText(sentence)
    }
  }
}

extension FetchExpression {
  /// The result for one record, in the smallest unit of its ``form(of:in:)``; nil if a value is missing.
  ///
  /// The store computes the same results in SQL.
  /// - Parameters:
  ///   - entity: the entity of the record.
  ///   - model: the model that the entity belongs to.
  ///   - value: returns the record's value of a name.
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
  package static func power(_ digits: Int) -> Int64 { (0..<max(0, digits)).reduce(1) { power, _ in power * 10 } }

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
