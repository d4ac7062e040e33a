// Arithmetic written straight between key paths.

/// Both added.
public func + <E: Entity, V: ExactNumber, W: ExactNumber>(
  one: KeyPath<E, Attribute<V>>, other: KeyPath<E, Attribute<W>>
) -> Calculation<E> { Calculation(one) + Calculation(other) }
/// Both added.
public func + <E: Entity, V: ExactNumber>(one: KeyPath<E, Attribute<V>>, other: Calculation<E>) -> Calculation<E> {
  Calculation(one) + other
}
/// Both added.
public func + <E: Entity, V: ExactNumber>(one: Calculation<E>, other: KeyPath<E, Attribute<V>>) -> Calculation<E> {
  one + Calculation(other)
}

/// The first without the second.
public func - <E: Entity, V: ExactNumber, W: ExactNumber>(
  one: KeyPath<E, Attribute<V>>, other: KeyPath<E, Attribute<W>>
) -> Calculation<E> { Calculation(one) - Calculation(other) }
/// The first without the second.
public func - <E: Entity, V: ExactNumber>(one: KeyPath<E, Attribute<V>>, other: Calculation<E>) -> Calculation<E> {
  Calculation(one) - other
}
/// The first without the second.
public func - <E: Entity, V: ExactNumber>(one: Calculation<E>, other: KeyPath<E, Attribute<V>>) -> Calculation<E> {
  one - Calculation(other)
}

/// Both multiplied.
public func * <E: Entity, V: ExactNumber, W: ExactNumber>(
  one: KeyPath<E, Attribute<V>>, other: KeyPath<E, Attribute<W>>
) -> Calculation<E> { Calculation(one) * Calculation(other) }
/// Both multiplied.
public func * <E: Entity, V: ExactNumber>(one: KeyPath<E, Attribute<V>>, other: Calculation<E>) -> Calculation<E> {
  Calculation(one) * other
}
/// Both multiplied.
public func * <E: Entity, V: ExactNumber>(one: Calculation<E>, other: KeyPath<E, Attribute<V>>) -> Calculation<E> {
  one * Calculation(other)
}
