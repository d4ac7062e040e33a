import KartotekaModel

/// Related records in groups, as data: those that a to-one relationship of an entity leads to, under the values of
/// one of its attributes.
public struct GroupsDescription: Sendable, Codable, Hashable {
  /// The entity of the records shown, by name.
  public var entity: String
  /// The entity whose relationship leads to them, by name.
  public var source: String
  /// The to-one relationship.
  public var relationship: String
  /// The attribute of ``source`` under whose values they stand.
  public var attribute: String
  /// What people call those shown here.
  public var nouns: Nouns
}
