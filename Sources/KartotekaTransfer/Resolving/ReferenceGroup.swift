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
  /// The heading of the file's column.
  public let heading: String
  /// The text by which the file names the record.
  public let text: String
  /// The number of records that were loaded without it and still lack it.
  public let records: Int
  /// The number of rejected rows that wait for it.
  public let rows: Int
  /// The rejected row that becomes that record once it is corrected; nil if there is none.
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
