/// Attributes and to-one relationships whose combined values are unique, such as order and product of an order's line.
///
/// ```swift
/// static let uniqueKeys = [UniqueKey(\OrderDetail.order, \.product)]
/// ```
/// As in SQL, a record without one of the values is different from every other.
public struct UniqueKey<E: Entity>: Sendable {
  // Evaluated on use: the declaration that the key paths read may not be complete yet.
  private let lookUp: @Sendable () -> [String]

  /// The names of the attributes and relationships.
  public var names: [String] { lookUp() }

  /// A key of at least two attributes and to-one relationships.
  public init<each P: ColumnProperty>(_ paths: repeat any KeyPath<E, each P> & Sendable) {
    lookUp = {
      var names: [String] = []
      for path in repeat each paths { names.append(E.name(of: path)) }
      return names
    }
  }
}
