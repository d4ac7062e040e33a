import KartotekaModel

/// A result of the search in all applications.
package struct RecordHit: Sendable {
  /// The application's name.
  package let app: String
  /// The plural of the entity's name, as in addresses.
  package let entity: String
  package let id: RecordID
  /// The last component of the record's address: its id, or its key.
  package let address: String
  package let title: String

  package init(app: String, entity: String, id: RecordID, address: String, title: String) {
    (self.app, self.entity, self.id, self.address, self.title) = (app, entity, id, address, title)
  }
}
