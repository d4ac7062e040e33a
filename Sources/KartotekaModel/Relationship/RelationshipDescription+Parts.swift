extension RelationshipDescription {
  /// The inverse to-one relationship if the related records are parts of the record: they are deleted with it and can
  /// be saved with it. Nil for other relationships.
  public func partOwner(in model: ModelDescription) -> RelationshipDescription? {
    guard cardinality == .toMany, let target = model.entity(named: target), !target.isDerived, target.source == nil,
      let owner = inverse.flatMap(target.relationship), owner.deleteRule == .cascade, owner.isRequired
    else { return nil }
    return owner
  }

  /// Whether a new record can be saved with the ids of the records that the relationship leads to: it is to-many or
  /// many-to-many, leads to no parts, and both sides are written by people.
  package func takesIDs(in model: ModelDescription) -> Bool {
    guard cardinality != .toOne, let target = model.entity(named: target), !target.isDerived, target.source == nil
    else {
      return false
    }
    return partOwner(in: model) == nil
  }
}
