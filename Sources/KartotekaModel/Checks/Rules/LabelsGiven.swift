/// Every attribute, relationship and entity has a label: a control without an accessible name can't be found.
struct LabelsGiven: ModelRule {
  let id = "labels-given"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      let labels =
        entity.attributes.map { ($0.name, $0.label) } + entity.relationships.map { ($0.name, $0.label) }
      var faults = labels.filter { $0.1.trimmingSpaces().isEmpty }.map { name, _ in
        fault(entity, name, "It has no label.", hint: "Give it the words that people read beside it.")
      }
      if entity.nouns.one.trimmingSpaces().isEmpty || entity.nouns.many.trimmingSpaces().isEmpty {
        faults.append(
          fault(
            entity, nil, "It has no nouns.",
            hint: "Declare `static let nouns = Nouns(\"person\", \"people\")`."))
      }
      return faults
    }
  }
}
