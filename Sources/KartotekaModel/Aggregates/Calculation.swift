import struct Foundation.Decimal

/// A number worked out from the values of a typed entity's records, exactly:
///
/// ```swift
/// let amount = (\OrderDetail.unitPrice * \OrderDetail.quantity * (1 - \OrderDetail.discount)).rounded(2)
/// ```
public struct Calculation<E: Entity>: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The same calculation without its type.
  public let expression: FetchExpression

  init(expression: FetchExpression) { self.expression = expression }

  /// A whole number.
  public init(integerLiteral value: Int64) { expression = .constant(value, scale: 0) }

  /// A number in its smallest unit: `.constant(21, scale: 2)` is 0.21.
  public static func constant(_ unscaled: Int64, scale: Int) -> Calculation {
    Calculation(expression: .constant(unscaled, scale: scale))
  }

  /// An attribute's value.
  public init<V: ExactNumber>(_ path: KeyPath<E, Attribute<V>>) { expression = .value(E.name(of: path)) }

  /// The value of an attribute of the record that a to-one relationship leads to.
  public init<T, V: ExactNumber>(_ relationship: KeyPath<E, ToOne<T>>, _ path: KeyPath<T, Attribute<V>>) {
    expression = .value(E.name(of: relationship) + "." + T.name(of: path))
  }

  /// Rounded to so many digits after the point; a half goes away from zero.
  public func rounded(_ digits: Int) -> Calculation { Calculation(expression: .rounded(expression, scale: digits)) }

  /// Both added.
  public static func + (one: Calculation, other: Calculation) -> Calculation {
    Calculation(expression: .sum(one.expression, other.expression))
  }
  /// The first without the second.
  public static func - (one: Calculation, other: Calculation) -> Calculation {
    Calculation(expression: .difference(one.expression, other.expression))
  }
  /// Both multiplied.
  public static func * (one: Calculation, other: Calculation) -> Calculation {
    Calculation(expression: .product(one.expression, other.expression))
  }
}

/// What can be calculated with: whole numbers and decimals.
public protocol ExactNumber: AttributeValue {}

extension Int: ExactNumber {}

extension Decimal: ExactNumber {}
