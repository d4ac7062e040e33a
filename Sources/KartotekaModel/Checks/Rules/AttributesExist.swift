/// An entity has at least one attribute, or relates records: an entity with a single relationship would have no title
/// and no use.
struct AttributesExist: ModelRule {
  let id = "attributes-exist"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.filter { entity in
      entity.attributes.isEmpty && entity.relationships.count { $0.cardinality == .toOne } < 2
    }.map { entity in
      fault(
        entity, nil, "It has no attributes.",
        hint:
          "Declare one as `let name = Attribute<String>(\"Name\")`, or use a ManyToMany instead of the entity."
      )
    }
  }
}
