extension RelationshipDescription {
  /// The to-one relationship by which the records that this one leads to are parts of its record: they are deleted
  /// with it, and can be saved along with it. Nil where it leads to no parts.
  public func partOwner(in model: ModelDescription) -> RelationshipDescription? {
    guard cardinality == .toMany, let target = model.entity(named: target), !target.isDerived,
      let owner = inverse.flatMap(target.relationship), owner.deleteRule == .cascade, owner.isRequired
    else { return nil }
    return owner
  }
}
