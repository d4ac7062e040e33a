/// A value that is worked out whenever it is read, and never stored: from the record's own values and from those of
/// records that a relationship leads to.
///
/// ```swift
/// let total = Computed<Order, Decimal>("Total", .scale(2)) {
///   .sum(\.lines, of: OrderDetail.amount) + .of(Calculation(\.freight))
/// }
/// ```
/// Lists, cards and the API show it; nobody writes it, and files leave it out.
public final class Computed<E: Entity, Value: ExactNumber>: Sendable {
  private let attribute: Attribute<Value>
  private let body: @Sendable () -> Computation<E>

  /// A value with that label (a key into the catalogue).
  /// - Parameter body: how it is worked out; asked when all entities are read.
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

/// How a computed value is worked out, for records of a typed entity.
public struct Computation<E: Entity>: Hashable, Sendable {
  let source: ComputedSource

  /// A calculation on the record's own values.
  public static func of(_ calculation: Calculation<E>) -> Computation {
    Computation(source: .own(calculation.expression))
  }

  /// The value of an attribute.
  public static func of<V: ExactNumber>(_ path: KeyPath<E, Attribute<V>>) -> Computation { .of(Calculation(path)) }

  /// The sum of a calculation over the records that a relationship leads to, or over those of them for which a
  /// condition holds; zero for none.
  public static func sum<T: Entity>(
    _ path: KeyPath<E, ToMany<T>>, of calculation: Calculation<T>, where condition: Condition<T>? = nil
  ) -> Computation {
    Computation(source: .sum(E.name(of: path), calculation.expression, where: condition?.predicate))
  }

  /// Both added.
  public static func + (one: Computation, other: Computation) -> Computation {
    Computation(source: .plus(one.source, other.source))
  }

  /// Both multiplied.
  public static func * (one: Computation, other: Computation) -> Computation {
    Computation(source: .product(one.source, other.source))
  }

  /// Rounded to so many digits after the point; a half goes away from zero.
  public func rounded(_ digits: Int) -> Computation { Computation(source: .rounded(source, scale: digits)) }

  /// The first without the second.
  public static func - (one: Computation, other: Computation) -> Computation {
    Computation(source: .minus(one.source, other.source))
  }
}
