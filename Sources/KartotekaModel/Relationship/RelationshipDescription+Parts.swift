extension RelationshipDescription {
  /// The inverse to-one relationship if the related records are parts of the record: they are deleted with it and can
  /// be saved with it. Nil for other relationships.
  public func partOwner(in model: ModelDescription) -> RelationshipDescription? {
    guard cardinality == .toMany, let target = model.entity(named: target), !target.isDerived, target.source == nil,
      let owner = inverse.flatMap(target.relationship), owner.deleteRule == .cascade, owner.isRequired
    else { return nil }
    return owner
  }
}
