/// Whether the attribute equals the value, or has none if the value is nil.
public func == <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V?) -> Condition<E> {
  value.map { path == $0 } ?? Condition(predicate: .compare(E.name(of: path), .null, []))
}
/// Whether the attribute differs from the value, or has one if the value is nil.
public func != <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V?) -> Condition<E> {
  value.map { path != $0 } ?? Condition(predicate: .compare(E.name(of: path), .null, [.integer(0)]))
}

extension Condition {
  /// A condition on the record to which a to-one relationship refers.
  public init<T: Entity>(_ path: KeyPath<E, ToOne<T>>, to condition: Condition<T>) {
    self.init(predicate: .leads(E.name(of: path), condition.predicate))
  }
}
