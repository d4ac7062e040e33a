import KartotekaModel
import KartotekaStore

/// A text that should name a record and names none, with all that use it: "VINET", 5 orders.
public struct ReferenceGroup: Sendable, Identifiable, Hashable {
  /// Its number.
  public let id: Int64
  /// The entity whose records should lead somewhere.
  public let entity: EntityDescription
  /// By which relationship.
  public let relationship: RelationshipDescription
  /// To a record of this.
  public let target: EntityDescription
  /// What the file's column is called.
  public let heading: String
  /// What the file names the record by.
  public let text: String
  /// How many records were loaded without and still are.
  public let records: Int
  /// How many rows that could not be loaded wait for it.
  public let rows: Int
  /// The kept row which that record will come of, once it is corrected; nil when there is none.
  public let awaited: Int64?

  /// - Returns: nil where the model no longer has the relationship.
  init?(_ text: UnresolvedText, in model: ModelDescription) {
    guard let entity = model.entity(named: text.entity),
      let relationship = entity.relationship(text.relationship),
      let target = model.entity(named: relationship.target)
    else { return nil }
    (self.entity, self.relationship, self.target) = (entity, relationship, target)
    (id, heading, self.text) = (text.id, text.heading, text.text)
    (records, rows, awaited) = (text.records, text.rows, text.awaited)
  }
}
