/// No heading of a file fits two columns or many-to-many relationships of an entity: an import could not tell which is meant.
struct HeadingsUnique: ModelRule {
  let id = "headings-unique"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      let columns =
        entity.columns.map { ($0.name, $0.aliases) } + entity.manyToMany.map { ($0.name, $0.aliases) }
      let headings = columns.flatMap { name, aliases in
        Set(([name] + aliases).map(Naming.key)).sorted().map { (heading: $0, column: name) }
      }
      // Two columns of one name are for the rule fields-unique.
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
