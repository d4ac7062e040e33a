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
