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
        hint: "Declare another `static let plural`.")
    }
    let tables = repeated(model.entities) { $0.table.lowercased() }.map { entity, first in
      fault(
        entity, nil, "Its table, \(entity.table), is also that of \(first.name).",
        hint: "Declare another `static let table`.")
    }
    return names + plurals + tables
  }
}
