/// A number worked out from a record's values, exactly: whole numbers and decimals as integers of their smallest
/// unit, never binary floating point.
///
/// ```swift
/// let amount = (\OrderDetail.unitPrice * \OrderDetail.quantity * (1 - \OrderDetail.discount)).rounded(2)
/// ```
/// makes one (see ``Calculation``). A record that lacks one of the values has no result.
public indirect enum FetchExpression: Hashable, Sendable, Codable {
  /// The value of an attribute of the record, or as `product.unitPrice` of one that to-one relationships lead to.
  case value(String)
  /// A number in its smallest unit: 0.21 is 21 of scale 2.
  case constant(Int64, scale: Int)
  /// Both added.
  case sum(FetchExpression, FetchExpression)
  /// The first without the second.
  case difference(FetchExpression, FetchExpression)
  /// Both multiplied.
  case product(FetchExpression, FetchExpression)
  /// Rounded to so many digits after the point; a half goes away from zero, as in business.
  case rounded(FetchExpression, scale: Int)

  /// The names of all values that it is worked out from.
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

/// Why an expression can't be worked out.
@nonexhaustive public enum ExpressionFault: Error, Hashable, Sendable {
  /// The entity has nothing of that name.
  case unknown(String)
  /// What has that name is neither a whole number nor a decimal.
  case notExact(String)
  /// The result would have more than 9 digits after the point, or was asked for fewer than none.
  case badScale(Int)
  /// A number on the way does not fit in 64 bits.
  case overflow

  /// What is wrong, for the application's author.
  package var sentence: String {
    switch self {
    case .unknown(let name): "there is no value “\(name)”."
    case .notExact(let name): "“\(name)” is neither a whole number nor a decimal."
    case .badScale(let digits):
      "its result has \(digits) digits after the point, of 0 to \(FetchExpression.mostDigits)."
    case .overflow: "a number in it does not fit in 64 bits."
    }
  }
}
