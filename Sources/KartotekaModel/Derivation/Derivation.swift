/// Declares an entity as derived from another one:
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
  /// The untyped description.
  public private(set) var description: DerivationDescription

  /// Declares one derived record for each source record.
  public init(of entity: E.Type, from source: Source.Type) {
    description = DerivationDescription(from: Source.name)
  }

  /// Copies an attribute of the source.
  public func taking<V>(_ own: KeyPath<E, Attribute<V>>, from path: KeyPath<Source, Attribute<V>>) -> Self {
    adding(.init(E.name(of: own), from: Source.name(of: path)))
  }

  /// Copies a to-one relationship of the source.
  public func taking<T>(_ own: KeyPath<E, ToOne<T>>, from path: KeyPath<Source, ToOne<T>>) -> Self {
    adding(.init(E.name(of: own), from: Source.name(of: path)))
  }

  /// Copies an attribute of a record to which the source refers.
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
