/// Attributes and relationships of an entity have different names.
struct FieldsUnique: ModelRule {
  let id = "fields-unique"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      return repeated(names) { $0.lowercased() }.map { name, first in
        fault(
          entity, name, "It is named like \(first).",
          hint: "Rename one of the two; capitals make no difference.")
      }
    }
  }
}
