/// Inverses refer to each other: a to-many is the inverse of a to-one, a many-to-many of another many-to-many.
struct InverseConsistent: ModelRule {
  let id = "inverse-consistent"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.relationships.compactMap { entity, relationship in
      guard let target = model.entity(named: relationship.target) else { return nil }
      return complaint(about: relationship, of: entity, target).map {
        fault(entity, relationship.name, $0.problem, hint: $0.hint)
      }
    }
  }

  private func complaint(
    about relationship: RelationshipDescription, of entity: EntityDescription, _ target: EntityDescription
  ) -> Complaint? {
    guard let name = relationship.inverse else {
      return relationship.cardinality == .toMany
        ? Complaint(
          "It has no inverse.", hint: "Name the to-one relationship of \(target.name) that leads back.") : nil
    }
    guard let inverse = target.relationship(name) else {
      return Complaint(
        "Its inverse, \(target.name).\(name), doesn't exist.", hint: "Name one that leads back.")
    }
    guard inverse.target == entity.name, inverse.cardinality == relationship.cardinality.opposite else {
      return Complaint(
        "Its inverse, \(target.name).\(name), doesn't lead back.",
        hint: "The inverse of a to-many is a to-one, that of a many-to-many another many-to-many.")
    }
    guard inverse.inverse == relationship.name, target != entity || name != relationship.name else {
      return Complaint(
        "Its inverse, \(target.name).\(name), is that of another relationship.",
        hint: "Give each a relationship of its own, or leave the inverse out.")
    }
    let swapped = inverse.joinColumns.map {
      RelationshipDescription.JoinColumns(own: $0.related, related: $0.own)
    }
    return relationship.joinTable == inverse.joinTable && relationship.joinColumns == swapped
      ? nil
      : Complaint(
        "Its inverse, \(target.name).\(name), has another join table.",
        hint: "Name the inverse on one side only.")
  }
}

extension RelationshipDescription.Cardinality {
  fileprivate var opposite: Self {
    switch self {
    case .toOne: .toMany
    case .toMany: .toOne
    case .manyToMany: .manyToMany
    }
  }
}
