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

  /// The error as a sentence for the application's author.
  package var sentence: String {
    switch self {
    case .unknown(let name): "there is no value “\(name)”."
    case .notExact(let name): "“\(name)” is neither a whole number nor a decimal."
    case .notNumber(let kind): "\(kind.rawValue) is computed in it where a whole number or a decimal is needed."
    case .notComputable(let name): "“\(name)” can't be used here."
    case .badScale(let digits):
      "its result has \(digits) digits after the point, of 0 to \(FetchExpression.mostDigits)."
    case .overflow: "a number in it does not fit in 64 bits."
    }
  }
}
