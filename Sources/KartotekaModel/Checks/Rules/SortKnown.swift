/// Sort orders name existing attributes and to-one relationships, or the id.
struct SortKnown: ModelRule {
  let id = "sort-known"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      entity.sortOrders.flatMap(\.self).map(\.name).filter { name in
        name != "id"
          && (entity.position(of: name) == nil || entity.attribute(name)?.behavior.storage == .blob)
      }.map { name in
        fault(
          entity, name, "Records can't be sorted by it.",
          hint: "Sort by an attribute of \(entity.name) or by id.")
      }
    }
  }
}
