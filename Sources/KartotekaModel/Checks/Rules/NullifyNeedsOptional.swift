/// Only an optional relationship can be nullified.
struct NullifyNeedsOptional: ModelRule {
  let id = "nullify-needs-optional"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.relationships.filter { $0.relationship.deleteRule == .nullify && $0.relationship.isRequired }
      .map { entity, relationship in
        fault(
          entity, relationship.name,
          "It is required, and emptied when the \(relationship.target) is deleted.",
          hint: "Make it optional, or choose `onDelete: .deny` or `.cascade`.")
      }
  }
}
