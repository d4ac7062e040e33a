/// A relationship refers to an entity of the same model.
struct TargetExists: ModelRule {
  let id = "target-exists"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.relationships.filter { model.entity(named: $0.relationship.target) == nil }.map {
      entity, relationship in
      fault(
        entity, relationship.name,
        "It leads to \(relationship.target), which is no entity of the application.",
        hint: "Add its type to `entities:`.")
    }
  }
}
