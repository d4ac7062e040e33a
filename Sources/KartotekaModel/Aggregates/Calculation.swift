import struct Foundation.Decimal

/// An exact numeric expression over the values of a typed entity's record:
///
/// ```swift
/// let amount = (\OrderDetail.unitPrice * \OrderDetail.quantity * (1 - \OrderDetail.discount)).rounded(2)
/// ```
public struct Calculation<E: Entity>: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The untyped expression.
  public let expression: FetchExpression

  init(expression: FetchExpression) { self.expression = expression }

  /// An integer constant.
  public init(integerLiteral value: Int64) { expression = .constant(value, scale: 0) }

  /// A constant in its smallest unit: `.constant(21, scale: 2)` is 0.21.
  public static func constant(_ unscaled: Int64, scale: Int) -> Calculation {
    Calculation(expression: .constant(unscaled, scale: scale))
  }

  /// An attribute's value.
  public init<V: ExactNumber>(_ path: KeyPath<E, Attribute<V>>) { expression = .value(E.name(of: path)) }

  /// The value of an attribute of the related record.
  public init<T, V: ExactNumber>(_ relationship: KeyPath<E, ToOne<T>>, _ path: KeyPath<T, Attribute<V>>) {
    expression = .value(E.name(of: relationship) + "." + T.name(of: path))
  }

  /// Rounds to a number of decimal places; a half is rounded away from zero.
  public func rounded(_ digits: Int) -> Calculation { Calculation(expression: .rounded(expression, scale: digits)) }

  /// The sum of both.
  public static func + (one: Calculation, other: Calculation) -> Calculation {
    Calculation(expression: .sum(one.expression, other.expression))
  }
  /// The difference of both.
  public static func - (one: Calculation, other: Calculation) -> Calculation {
    Calculation(expression: .difference(one.expression, other.expression))
  }
  /// The product of both.
  public static func * (one: Calculation, other: Calculation) -> Calculation {
    Calculation(expression: .product(one.expression, other.expression))
  }
}

/// A type for calculations: whole numbers and decimals.
public protocol ExactNumber: AttributeValue {}

extension Int: ExactNumber {}

extension Decimal: ExactNumber {}

// Arithmetic with key paths as operands.

/// The sum of both.
public func + <E: Entity, V: ExactNumber, W: ExactNumber>(
  one: KeyPath<E, Attribute<V>>, other: KeyPath<E, Attribute<W>>
) -> Calculation<E> { Calculation(one) + Calculation(other) }
/// The sum of both.
public func + <E: Entity, V: ExactNumber>(one: KeyPath<E, Attribute<V>>, other: Calculation<E>) -> Calculation<E> {
  Calculation(one) + other
}
/// The sum of both.
public func + <E: Entity, V: ExactNumber>(one: Calculation<E>, other: KeyPath<E, Attribute<V>>) -> Calculation<E> {
  one + Calculation(other)
}

/// The difference of both.
public func - <E: Entity, V: ExactNumber, W: ExactNumber>(
  one: KeyPath<E, Attribute<V>>, other: KeyPath<E, Attribute<W>>
) -> Calculation<E> { Calculation(one) - Calculation(other) }
/// The difference of both.
public func - <E: Entity, V: ExactNumber>(one: KeyPath<E, Attribute<V>>, other: Calculation<E>) -> Calculation<E> {
  Calculation(one) - other
}
/// The difference of both.
public func - <E: Entity, V: ExactNumber>(one: Calculation<E>, other: KeyPath<E, Attribute<V>>) -> Calculation<E> {
  one - Calculation(other)
}

/// The product of both.
public func * <E: Entity, V: ExactNumber, W: ExactNumber>(
  one: KeyPath<E, Attribute<V>>, other: KeyPath<E, Attribute<W>>
) -> Calculation<E> { Calculation(one) * Calculation(other) }
/// The product of both.
public func * <E: Entity, V: ExactNumber>(one: KeyPath<E, Attribute<V>>, other: Calculation<E>) -> Calculation<E> {
  Calculation(one) * other
}
/// The product of both.
public func * <E: Entity, V: ExactNumber>(one: Calculation<E>, other: KeyPath<E, Attribute<V>>) -> Calculation<E> {
  one * Calculation(other)
}
