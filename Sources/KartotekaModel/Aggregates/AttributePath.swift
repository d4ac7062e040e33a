/// A name like `product.category.name`, resolved from an entity: to-one relationships, and at the end an attribute, a
/// to-one relationship or `id`.
package struct AttributePath: Sendable {
  /// The relationships in order.
  package let relationships: [RelationshipDescription]
  /// The entity of the last name.
  package let entity: EntityDescription
  /// The column of the last name; nil for the id.
  package let column: ColumnDescription?

  /// Resolves a name from an entity; nil if it does not exist.
  package init?(_ name: String, of entity: EntityDescription, in model: ModelDescription) {
    var steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    // Each step is a level of SQL.
    guard let last = steps.popLast(), steps.count <= FieldPath.limit else { return nil }
    var relationships: [RelationshipDescription] = []
    var end = entity
    for step in steps {
      guard let relationship = end.relationship(step), relationship.cardinality == .toOne,
        let target = model.entity(named: relationship.target)
      else { return nil }
      relationships.append(relationship)
      end = target
    }
    if last == "id" {
      column = nil
    } else if let position = end.position(of: last) {
      column = end.columns[position]
    } else {
      return nil
    }
    self.relationships = relationships
    self.entity = end
  }

  /// The attribute at the end; nil when it is a relationship or the id.
  package var attribute: AttributeDescription? {
    if case .attribute(let attribute)? = column { attribute } else { nil }
  }

  /// The to-one relationship at the end; nil when it is an attribute or the id.
  package var relationship: RelationshipDescription? {
    if case .toOne(let relationship)? = column { relationship } else { nil }
  }
}
