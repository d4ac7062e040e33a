/// Entities, attributes and relationships have camel-case names, plurals kebab-case names.
struct NamesValid: ModelRule {
  let id = "names-valid"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      var faults = names.filter { !NameForm.isCamelCase($0) }.map { name in
        fault(entity, name, "“\(name)” is no name for a field.", hint: Self.camelCase)
      }
      if !NameForm.isCamelCase(entity.name) {
        faults.append(fault(entity, nil, "“\(entity.name)” is no name for an entity.", hint: Self.camelCase))
      }
      if !NameForm.isKebabCase(entity.plural) {
        faults.append(
          fault(
            entity, nil, "“\(entity.plural)” is no plural for an address.",
            hint: "Use small ASCII letters, digits and hyphens, like order-details."))
      }
      return faults
    }
  }

  private static let camelCase = "Use ASCII letters and digits, a small letter first, like lastName."
}
