/// Each many-to-many relationship has its own join table, shared only with its inverse.
struct JoinTablesUnique: ModelRule {
  let id = "join-tables-unique"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    let tables = Set(model.entities.map { $0.table.lowercased() })
    let joins = model.relationships.filter { $0.relationship.cardinality == .manyToMany }
    let complaints = joins.compactMap { entity, relationship -> DescriptionFault? in
      guard let table = relationship.joinTable, relationship.joinColumns != nil else {
        return fault(
          entity, relationship.name, "It has no join table.", hint: "Give it a table and two columns.")
      }
      guard tables.contains(table.lowercased()) else { return nil }
      return fault(
        entity, relationship.name, "Its join table, \(table), is also that of an entity.",
        hint: "Rename the relationship or the entity.")
    }
    // Inverse sides share a table, so only one of them is checked.
    let leading = joins.filter { entity, relationship in
      guard let inverse = relationship.inverse else { return relationship.joinTable != nil }
      return relationship.joinTable != nil
        && (entity.name, relationship.name) <= (relationship.target, inverse)
    }
    let shared = repeated(leading) { $0.relationship.joinTable?.lowercased() ?? "" }.map { join, first in
      fault(
        join.entity, join.relationship.name,
        "Its join table, \(join.relationship.joinTable ?? ""), is also that of "
          + "\(first.entity.name).\(first.relationship.name).",
        hint: "Rename one of the two relationships.")
    }
    return complaints + shared
  }
}
