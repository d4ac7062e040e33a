/// Entities differ in name, plural and table. SQLite and people ignore case.
struct EntityNamesUnique: ModelRule {
  let id = "entity-names-unique"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    let names = repeated(model.entities) { $0.name.lowercased() }.map { entity, _ in
      fault(entity, nil, "There is more than one entity \(entity.name).", hint: "Rename one of them.")
    }
    let plurals = repeated(model.entities) { $0.plural.lowercased() }.map { entity, first in
      fault(
        entity, nil, "Its plural, \(entity.plural), is also that of \(first.name).",
        hint: "Declare another plural.")
    }
    let tables = repeated(model.entities) { $0.table.lowercased() }.map { entity, first in
      fault(
        entity, nil, "Its table, \(entity.table), is also that of \(first.name).",
        hint: "Declare another table.")
    }
    return names + plurals + tables
  }
}

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

  private static let camelCase: FaultText = "Use ASCII letters and digits, a small letter first, like lastName."
}

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
            hint: "Declare another plural."))
      }
      return faults
    }
  }
}

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
            hint: "Give it the words for one record and for several, like person and people."))
      }
      return faults
    }
  }
}

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

/// No heading matches two columns or many-to-many relationships of an entity, because an import could not decide.
struct HeadingsUnique: ModelRule {
  let id = "headings-unique"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      let columns =
        entity.columns.map { ($0.name, $0.aliases) } + entity.manyToMany.map { ($0.name, $0.aliases) }
      let headings = columns.flatMap { name, aliases in
        Set(([name] + aliases).map(Naming.key)).sorted().map { (heading: $0, column: name) }
      }
      // The rule fields-unique reports two columns of one name.
      let repeated = repeated(headings, by: \.heading)
        .filter { Naming.key($0.part.column) != Naming.key($0.first.column) }
      return repeated.map { part, first in
        fault(
          entity, part.column, "A file's heading “\(part.heading)” would also mean \(first.column).",
          hint: "Take it out of the aliases of one of the two.")
      }
    }
  }
}
