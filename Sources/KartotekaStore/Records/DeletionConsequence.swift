import KartotekaModel

/// What the deletion of a record would do to others: to those that refer to it, and to those that refer to what goes
/// with it.
public struct DeletionConsequence: Sendable {
  /// The entity of the records.
  public let entity: EntityDescription
  /// The relationship by which they refer to what is deleted.
  public let relationship: RelationshipDescription
  /// The records, in ascending order.
  public let ids: [RecordID]

  /// The delete rule of the relationship.
  public var rule: DeleteRule { relationship.deleteRule }
}
