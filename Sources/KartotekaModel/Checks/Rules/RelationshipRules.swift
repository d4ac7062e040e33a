/// A relationship refers to an entity of the same model.
struct TargetExists: ModelRule {
  let id = "target-exists"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.relationships.filter { model.entity(named: $0.relationship.target) == nil }.map {
      entity, relationship in
      fault(
        entity, relationship.name,
        "It leads to \(relationship.target), which is no entity of the application.",
        hint: "Add it to the application's entities.")
    }
  }
}

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

/// Only an optional relationship can be nullified.
struct NullifyNeedsOptional: ModelRule {
  let id = "nullify-needs-optional"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.relationships.filter { $0.relationship.deleteRule == .nullify && $0.relationship.isRequired }
      .map { entity, relationship in
        fault(
          entity, relationship.name,
          "It is required, and emptied when the \(relationship.target) is deleted.",
          hint: "Make it optional, or choose the delete rule deny or cascade.")
      }
  }
}

/// Required relationships form no cycle, because no first record could be inserted.
struct RequiredNotCyclic: ModelRule {
  let id = "required-not-cyclic"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    let required = model.relationships.filter {
      $0.relationship.cardinality == .toOne && $0.relationship.isRequired
    }
    let targets = Dictionary(grouping: required, by: \.entity.name).mapValues {
      $0.map(\.relationship.target)
    }
    return required.filter { entity, relationship in
      Self.reachable(from: relationship.target, by: targets).contains(entity.name)
    }.map { entity, relationship in
      fault(
        entity, relationship.name,
        "A \(entity.name) needs a \(relationship.target), which needs a \(entity.name).",
        hint: "Make one of the relationships in the circle optional.")
    }
  }

  private static func reachable(from start: String, by targets: [String: [String]]) -> Set<String> {
    var (found, open): (Set<String>, [String]) = ([start], [start])
    while let name = open.popLast() {
      for target in targets[name, default: []] where found.insert(target).inserted { open.append(target) }
    }
    return found
  }
}
