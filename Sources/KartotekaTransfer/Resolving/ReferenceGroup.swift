import KartotekaModel
import KartotekaStore

/// An unresolved text with its uses: "VINET", 5 orders.
package struct ReferenceGroup: Sendable, Identifiable, Hashable {
  /// The number of the group.
  package let id: Int64
  /// The entity of the referring records.
  package let entity: EntityDescription
  /// The relationship.
  package let relationship: RelationshipDescription
  /// The entity of the target.
  package let target: EntityDescription
  /// The heading of the file's column.
  package let heading: String
  /// The text by which the file names the record.
  package let text: String
  /// The number of records that were loaded without it and still lack it.
  package let records: Int
  /// The number of rejected rows that wait for it.
  package let rows: Int
  /// The rejected row that becomes that record once it is corrected; nil if there is none.
  package let awaited: Int64?

  /// - Returns: nil if the model no longer has the relationship.
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
