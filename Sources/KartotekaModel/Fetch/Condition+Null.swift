/// The attribute is equal to the value, or for nil has none.
public func == <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V?) -> Condition<E> {
  value.map { path == $0 } ?? Condition(predicate: .compare(E.name(of: path), .null, []))
}
/// The attribute is not equal to the value, or for nil has one.
public func != <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V?) -> Condition<E> {
  value.map { path != $0 } ?? Condition(predicate: .compare(E.name(of: path), .null, [.integer(0)]))
}

extension Condition {
  /// A to-one relationship leads to a record for which another condition holds.
  public init<T: Entity>(_ path: KeyPath<E, ToOne<T>>, to condition: Condition<T>) {
    self.init(predicate: .leads(E.name(of: path), condition.predicate))
  }
}
