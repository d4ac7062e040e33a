/// A reference to a record that does not exist or is ambiguous.
struct UnresolvedReference: Hashable, Sendable {
  /// The relationship.
  let relationship: String
  /// The heading of the file's column.
  let heading: String
  /// The text of the reference.
  let text: String

  init(relationship: String, heading: String, text: String) {
    self.relationship = relationship
    self.heading = heading
    self.text = text
  }

  init(_ relation: ReferenceLookup.Relation, _ text: String) {
    self.init(relationship: relation.relationship.name, heading: relation.header, text: text)
  }
}
