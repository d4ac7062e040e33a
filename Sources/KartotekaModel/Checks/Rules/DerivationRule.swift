/// A derived entity has a source of the right type for every column.
struct DerivationConsistent: ModelRule {
  let id = "derivation-consistent"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    let derived = model.entities.compactMap { entity in entity.derivation.map { (entity, $0) } }
    return derived.flatMap { faults(of: $0, $1, model) } + references(model)
  }

  private func faults(
    of entity: EntityDescription, _ derivation: DerivationDescription, _ model: ModelDescription
  ) -> [DescriptionFault] {
    guard let source = model.entity(named: derivation.source) else {
      return [
        fault(
          entity, nil, "It follows from \(derivation.source), which doesn't exist.",
          hint: "Name an entity of the model.")
      ]
    }
    guard !source.isDerived else {
      return [
        fault(
          entity, nil, "It follows from \(source.name), which is derived itself.",
          hint: "Derive it from what \(source.name) follows from.")
      ]
    }
    let known = Set(entity.columns.map(\.name))
    let strangers = derivation.columns.filter { !known.contains($0.name) }.map {
      fault(entity, $0.name, "It takes a value, and doesn't exist.", hint: "Declare it, or take nothing for it.")
    }
    let repeats = repeated(derivation.columns) { $0.name }.map {
      fault(entity, $0.part.name, "It takes its value from two places.", hint: "Take it from one.")
    }
    let joined = entity.relationships.filter { $0.cardinality == .manyToMany }.map {
      fault(entity, $0.name, "It is many-to-many, which nothing fills.", hint: "Relate what the entity follows from.")
    }
    let columns = entity.columns.compactMap { column in
      complaint(about: column, derivation.column(column.name), of: source, model).map {
        fault(entity, column.name, $0.problem, hint: $0.hint)
      }
    }
    return strangers + repeats + joined + columns
  }

  private func complaint(
    about own: ColumnDescription, _ path: DerivationDescription.Column?, of source: EntityDescription,
    _ model: ModelDescription
  ) -> Complaint? {
    guard let path else {
      return Complaint("Nothing fills it.", hint: "Say what it takes its value from, or leave it out.")
    }
    guard let from = source.position(of: path.from).map({ source.columns[$0] }) else {
      return Complaint(
        "It takes its value from \(source.name).\(path.from), which has none.",
        hint: "Take it from an attribute or a to-one relationship.")
    }
    var taken = from
    if let through = path.through {
      guard case .toOne(let relationship) = from, let target = model.entity(named: relationship.target),
        !target.isDerived, let attribute = target.attribute(through)
      else {
        return Complaint(
          "It takes its value through \(source.name).\(path.from), which leads to no \(through).",
          hint: "Go through a to-one relationship, to an attribute of an entity that isn't derived.")
      }
      taken = .attribute(attribute)
    }
    if !fits(own, taken) {
      return Complaint(
        "It takes its value from one of another kind.", hint: "Declare it as what it takes its value from.")
    }
    if own.isRequired, !from.isRequired || !taken.isRequired {
      return Complaint(
        "It is required, and takes its value from where there may be none.",
        hint: "Make it optional, or what it takes its value from required.")
    }
    return isUnique(own)
      ? Complaint("It is unique, which only what people write can be.", hint: "Leave that to the source.") : nil
  }

  private func fits(_ own: ColumnDescription, _ taken: ColumnDescription) -> Bool {
    switch (own, taken) {
    case (.attribute(let own), .attribute(let taken)):
      own.kind == taken.kind && own.scale == taken.scale && own.choices == taken.choices
    case (.toOne(let own), .toOne(let taken)): own.target == taken.target
    default: false
    }
  }

  private func isUnique(_ column: ColumnDescription) -> Bool {
    switch column {
    case .attribute(let attribute): attribute.isUnique
    case .toOne(let relationship): relationship.isUnique
    }
  }

  // Derived records are rebuilt when necessary, which would delete records that refer to them.
  private func references(_ model: ModelDescription) -> [DescriptionFault] {
    let derived = Set(model.entities.filter(\.isDerived).map(\.name))
    return model.relationships.filter { entity, relationship in
      !entity.isDerived && relationship.cardinality != .toMany && derived.contains(relationship.target)
    }.map { entity, relationship in
      fault(
        entity, relationship.name, "It leads to \(relationship.target), which is derived.",
        hint: "Lead to what \(relationship.target) follows from.")
    }
  }
}
