/// A computed value has a unique name and results in the kind that it declares.
struct ComputedSound: ModelRule {
  let id = "computed-sound"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      names(of: entity) + entity.computed.compactMap { complaint(about: $0, of: entity, in: model) }
    }
  }

  private func names(of entity: EntityDescription) -> [DescriptionFault] {
    let stored = ["id"] + entity.attributes.map(\.name) + entity.relationships.map(\.name)
    var seen = Dictionary(stored.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let added = entity.computed.map(\.name) + (entity.states.isEmpty ? [] : [ComputedValues.stateKey])
    return added.compactMap { name in
      if let first = seen.updateValue(name, forKey: name.lowercased()) {
        return fault(
          entity, name, "It is named like \(first).", hint: "Rename one of the two; a record's state is called state.")
      }
      return nil
    }
  }

  private func complaint(
    about computed: ComputedDescription, of entity: EntityDescription, in model: ModelDescription
  ) -> DescriptionFault? {
    guard let form = try? computed.source.form(of: entity, in: model) else {
      return fault(
        entity, computed.name, "It is worked out of something that isn't there, or is no exact number.",
        hint: "Use whole numbers and decimals that the entities have.")
    }
    guard form.scale != computed.attribute.scale else { return nil }
    return fault(
      entity, computed.name, "It comes to numbers with \(form.scale) digits after the point.",
      hint: "Declare it with `.scale(\(form.scale))`, or round the calculation.")
  }
}
