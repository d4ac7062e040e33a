/// A value that is computed on each read from the record's values and those of related records. It is never stored.
///
/// ```swift
/// let total = Computed<Order, Decimal>("Total", .scale(2)) {
///   .sum(\.lines, of: OrderDetail.amount) + .of(Calculation(\.freight))
/// }
/// ```
/// Lists, cards and the API show it. It is read-only, and exports omit it.
public final class Computed<E: Entity, Value: ExactNumber>: Sendable {
  private let attribute: Attribute<Value>
  private let body: @Sendable () -> Computation<E>

  /// A computed value with a label (a catalogue key).
  /// - Parameter body: the computation, called after all entities are declared.
  public init(
    _ label: String, _ options: AttributeOption<Value>..., body: @escaping @Sendable () -> Computation<E>
  ) {
    attribute = Attribute(label, options: options + [.readOnly])
    self.body = body
  }
}

extension Computed: ComputedProperty {
  func description(named name: String) -> ComputedDescription {
    ComputedDescription(attribute: attribute.describing(name), source: body().source)
  }
}

/// A computed value of any type.
protocol ComputedProperty: AnyObject, Sendable {
  func description(named name: String) -> ComputedDescription
}

/// The computation of a ``Computed`` value, for records of a typed entity.
public struct Computation<E: Entity>: Hashable, Sendable {
  let source: ComputedSource

  /// A calculation on the record's own values.
  public static func of(_ calculation: Calculation<E>) -> Computation {
    Computation(source: .own(calculation.expression))
  }

  /// The value of an attribute.
  public static func of<V: ExactNumber>(_ path: KeyPath<E, Attribute<V>>) -> Computation { .of(Calculation(path)) }

  /// The sum of a calculation over related records, optionally only those that match a condition; zero for none.
  public static func sum<T: Entity>(
    _ path: KeyPath<E, ToMany<T>>, of calculation: Calculation<T>, where condition: Condition<T>? = nil
  ) -> Computation {
    Computation(source: .sum(E.name(of: path), calculation.expression, where: condition?.predicate))
  }

  /// The sum of both.
  public static func + (one: Computation, other: Computation) -> Computation {
    Computation(source: .plus(one.source, other.source))
  }

  /// The product of both.
  public static func * (one: Computation, other: Computation) -> Computation {
    Computation(source: .product(one.source, other.source))
  }

  /// Rounds to a number of decimal places; a half is rounded away from zero.
  public func rounded(_ digits: Int) -> Computation { Computation(source: .rounded(source, scale: digits)) }

  /// The difference of both.
  public static func - (one: Computation, other: Computation) -> Computation {
    Computation(source: .minus(one.source, other.source))
  }
}
