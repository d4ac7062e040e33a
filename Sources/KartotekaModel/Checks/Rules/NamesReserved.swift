/// No field and no plural has a name that is reserved in addresses or in Swift.
struct NamesReserved: ModelRule {
  let id = "names-reserved"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      var faults = names.filter(ReservedNames.fields.contains).map { name in
        fault(entity, name, "The platform needs the name \(name) itself.", hint: "Choose another name.")
      }
      if ReservedNames.paths.contains(entity.plural) {
        faults.append(
          fault(
            entity, nil, "The platform needs the address \(entity.plural) itself.",
            hint: "Declare another `static let plural`."))
      }
      return faults
    }
  }
}
