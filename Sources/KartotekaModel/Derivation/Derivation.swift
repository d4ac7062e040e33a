/// Declares how records follow from another entity's:
///
/// ```swift
/// static var derivation: DerivationDescription? {
///   Derivation(of: Traveller.self, from: City.self)
///     .taking(\.user, from: \.user)
///     .taking(\.userName, from: \.user, \.name)
///     .taking(\.cityName, from: \.name)
///     .description
/// }
/// ```
public struct Derivation<E: Entity, Source: Entity>: Sendable {
  /// The same as data.
  public private(set) var description: DerivationDescription

  /// Records of an entity, one for each record of another.
  public init(of entity: E.Type, from source: Source.Type) {
    description = DerivationDescription(from: Source.name)
  }

  /// An attribute has the value of one of the source's.
  public func taking<V>(_ own: KeyPath<E, Attribute<V>>, from path: KeyPath<Source, Attribute<V>>) -> Self {
    adding(.init(E.name(of: own), from: Source.name(of: path)))
  }

  /// A relationship leads where one of the source's leads.
  public func taking<T>(_ own: KeyPath<E, ToOne<T>>, from path: KeyPath<Source, ToOne<T>>) -> Self {
    adding(.init(E.name(of: own), from: Source.name(of: path)))
  }

  /// An attribute has the value that the record has to which one of the source's relationships leads.
  public func taking<V, T>(
    _ own: KeyPath<E, Attribute<V>>, from path: KeyPath<Source, ToOne<T>>, _ theirs: KeyPath<T, Attribute<V>>
  ) -> Self {
    adding(.init(E.name(of: own), from: Source.name(of: path), through: T.name(of: theirs)))
  }

  private func adding(_ column: DerivationDescription.Column) -> Self {
    var copy = self
    copy.description.columns.append(column)
    return copy
  }
}
