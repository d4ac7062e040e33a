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

/// The derivation of an entity: one record for each record of the source entity, with the same id.
///
/// Triggers in the database maintain the records, whichever program writes. Other writes are refused.
public struct DerivationDescription: Hashable, Sendable, Codable {
  /// The name of the source entity.
  public var source: String
  /// The source of each attribute and to-one relationship.
  public var columns: [Column] = []

  /// An attribute or to-one relationship and its source.
  public struct Column: Hashable, Sendable, Codable {
    /// Its name.
    public var name: String
    /// The source's attribute or to-one relationship.
    public var from: String
    /// The attribute of the record to which ``from`` refers; nil to copy ``from`` itself.
    public var through: String?

    /// A column copied from the source, or from a record to which the source refers.
    package init(_ name: String, from: String, through: String? = nil) {
      self.name = name
      self.from = from
      self.through = through
    }
  }

  /// A derivation from a source entity.
  package init(from source: String, columns: [Column] = []) {
    self.source = source
    self.columns = columns
  }

  /// The source of an attribute or to-one relationship; nil if it has none.
  public func column(_ name: String) -> Column? { columns.first { $0.name == name } }
}
