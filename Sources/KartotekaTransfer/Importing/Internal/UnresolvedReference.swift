/// What a row says of a record that there isn't, or more than one of.
struct UnresolvedReference: Hashable, Sendable {
  /// The relationship that should lead there.
  let relationship: String
  /// The heading of the file's column.
  let heading: String
  /// What the row names it by.
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
