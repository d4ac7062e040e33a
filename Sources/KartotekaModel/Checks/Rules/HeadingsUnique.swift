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
