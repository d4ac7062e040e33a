import Foundation

/// Whether the attribute equals the value, or has none if the value is nil.
public func == <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V?) -> Condition<E> {
  value.map { path == $0 } ?? Condition(predicate: .compare(E.name(of: path), .null, []))
}
/// Whether the attribute differs from the value, or has one if the value is nil.
public func != <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V?) -> Condition<E> {
  value.map { path != $0 } ?? Condition(predicate: .compare(E.name(of: path), .null, [.integer(0)]))
}

extension Condition {
  /// The condition that a formula with the names of fields is yes: `Condition<Order>(formula: "total > 1000 and not(paid)")`.
  public init(formula text: String) { self.init(predicate: .formula(Formula(text))) }

  /// A condition on the record to which a to-one relationship refers.
  public init<T: Entity>(_ path: KeyPath<E, ToOne<T>>, to condition: Condition<T>) {
    self.init(predicate: .leads(E.name(of: path), condition.predicate))
  }
}

// Comparisons of computed values: `\Order.total > 1000`.

extension Condition {
  fileprivate init<V: AttributeValue>(_ path: KeyPath<E, Computed<E, V>>, _ filter: FilterOperator, _ value: V) {
    let computed = E.declaration.prototype[keyPath: path] as any ComputedProperty
    let name = E.name(of: path)
    self.init(predicate: .compare(name, filter, [value.stored(for: computed.attributeDescription(named: name))]))
  }
}

/// The computed value is equal to the value.
public func == <E: Entity, V: AttributeValue>(path: KeyPath<E, Computed<E, V>>, value: V) -> Condition<E> {
  Condition(path, .eq, value)
}
/// The computed value is not equal to the value.
public func != <E: Entity, V: AttributeValue>(path: KeyPath<E, Computed<E, V>>, value: V) -> Condition<E> {
  Condition(path, .ne, value)
}
/// The computed value is less than the value.
public func < <E: Entity, V: AttributeValue>(path: KeyPath<E, Computed<E, V>>, value: V) -> Condition<E> {
  Condition(path, .lt, value)
}
/// The computed value is less than the value or equal.
public func <= <E: Entity, V: AttributeValue>(path: KeyPath<E, Computed<E, V>>, value: V) -> Condition<E> {
  Condition(path, .lte, value)
}
/// The computed value is greater than the value.
public func > <E: Entity, V: AttributeValue>(path: KeyPath<E, Computed<E, V>>, value: V) -> Condition<E> {
  Condition(path, .gt, value)
}
/// The computed value is greater than the value or equal.
public func >= <E: Entity, V: AttributeValue>(path: KeyPath<E, Computed<E, V>>, value: V) -> Condition<E> {
  Condition(path, .gte, value)
}
/// Whether the computed value equals the value, or there is none if the value is nil.
public func == <E: Entity, V: AttributeValue>(path: KeyPath<E, Computed<E, V>>, value: V?) -> Condition<E> {
  value.map { path == $0 } ?? Condition(predicate: .compare(E.name(of: path), .null, []))
}
/// Whether the computed value differs from the value, or there is one if the value is nil.
public func != <E: Entity, V: AttributeValue>(path: KeyPath<E, Computed<E, V>>, value: V?) -> Condition<E> {
  value.map { path != $0 } ?? Condition(predicate: .compare(E.name(of: path), .null, [.integer(0)]))
}

// Comparisons of calculated numbers: `\Product.unitsInStock < \Product.reorderLevel`.

extension Condition {
  fileprivate init(_ one: Calculation<E>, _ filter: FilterOperator, _ other: Calculation<E>) {
    self.init(predicate: .calculates(one.expression, filter, other.expression))
  }
}

/// The first is less than the second.
public func < <E: Entity>(one: Calculation<E>, other: Calculation<E>) -> Condition<E> { Condition(one, .lt, other) }
/// The first attribute is less than the second.
public func < <E: Entity, V: ExactNumber, W: ExactNumber>(
  one: KeyPath<E, Attribute<V>>, other: KeyPath<E, Attribute<W>>
) -> Condition<E> { Condition(Calculation(one), .lt, Calculation(other)) }

/// The first is less than or equal to the second.
public func <= <E: Entity>(one: Calculation<E>, other: Calculation<E>) -> Condition<E> { Condition(one, .lte, other) }
/// The first attribute is less than or equal to the second.
public func <= <E: Entity, V: ExactNumber, W: ExactNumber>(
  one: KeyPath<E, Attribute<V>>, other: KeyPath<E, Attribute<W>>
) -> Condition<E> { Condition(Calculation(one), .lte, Calculation(other)) }

/// The first is greater than the second.
public func > <E: Entity>(one: Calculation<E>, other: Calculation<E>) -> Condition<E> { Condition(one, .gt, other) }
/// The first attribute is greater than the second.
public func > <E: Entity, V: ExactNumber, W: ExactNumber>(
  one: KeyPath<E, Attribute<V>>, other: KeyPath<E, Attribute<W>>
) -> Condition<E> { Condition(Calculation(one), .gt, Calculation(other)) }

/// The first is greater than or equal to the second.
public func >= <E: Entity>(one: Calculation<E>, other: Calculation<E>) -> Condition<E> { Condition(one, .gte, other) }
/// The first attribute is greater than or equal to the second.
public func >= <E: Entity, V: ExactNumber, W: ExactNumber>(
  one: KeyPath<E, Attribute<V>>, other: KeyPath<E, Attribute<W>>
) -> Condition<E> { Condition(Calculation(one), .gte, Calculation(other)) }
