/// An entity has at least one attribute: a record of relationships alone has no name.
struct AttributesExist: ModelRule {
  let id = "attributes-exist"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.filter(\.attributes.isEmpty).map { entity in
      fault(
        entity, nil, "It has no attributes.",
        hint:
          "Declare one as `let name = Attribute<String>(\"Name\")`, or use a ManyToMany instead of the entity."
      )
    }
  }
}
