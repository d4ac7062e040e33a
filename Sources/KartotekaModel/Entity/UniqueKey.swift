/// Several attributes and to-one relationships that no two records have the same values of together, though each by
/// itself may repeat: of an order there is one line for each product.
///
/// ```swift
/// static let uniqueKeys = [UniqueKey(\OrderDetail.order, \.product)]
/// ```
/// A record that lacks one of the values is like no other.
public struct UniqueKey<E: Entity>: Sendable {
  // Looked up when they are asked for: the declaration that the key paths lead into may still be read.
  private let lookUp: @Sendable () -> [String]

  /// The names of the attributes and relationships.
  public var names: [String] { lookUp() }

  /// A key of those attributes and to-one relationships, at least two.
  public init<each P: ColumnProperty>(_ paths: repeat any KeyPath<E, each P> & Sendable) {
    lookUp = {
      var names: [String] = []
      for path in repeat each paths { names.append(E.name(of: path)) }
      return names
    }
  }
}
