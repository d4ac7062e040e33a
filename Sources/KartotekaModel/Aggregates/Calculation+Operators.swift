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
