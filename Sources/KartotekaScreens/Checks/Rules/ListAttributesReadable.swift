import KartotekaModel

/// What a list shows and searches are attributes and computed values of its entity, and can be read.
///
/// What it is sorted and searched by is known to the model, too, whose rules look at that.
struct ListAttributesReadable: AppRule {
  let id = "list-attributes-readable"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.flatMap { tab, list, entity in
      let names = list.title + list.titleElse + list.subtitle
      let columns = names.filter { entity.relationship($0)?.cardinality != .toOne && entity.computed($0) == nil }
      let values = ([list.value].compactMap(\.self) + list.details.map(\.name)).filter {
        entity.computed($0) == nil && entity.attribute($0) == nil
      }.map { unknown($0, in: tab, of: entity) }
      let shown = columns.compactMap { name -> DescriptionFault? in
        guard let attribute = entity.attribute(name) else { return unknown(name, in: tab, of: entity) }
        return attribute.behavior.storage == .blob
          ? fault(
            entity: entity.name, field: name, "The list in “\(tab.title)” shows bytes as text.",
            hint: "Show an attribute of another kind.") : nil
      }
      let sorted = list.sort.map(\.name).filter {
        $0 != "id" && entity.position(of: $0) == nil && entity.computed($0) == nil
      }
      // The rule sort-known reports the others.
      let isComputed = list.sort.contains { entity.computed($0.name) != nil }
      return shown + values + (isComputed ? sorted.map { unknown($0, in: tab, of: entity) } : [])
        + list.searched.filter { !isKnown($0, of: entity, in: app.model) }.map { unknown($0, in: tab, of: entity) }
    }
  }

  // An attribute of the entity, or as `supplier.companyName` one of a related record.
  private func isKnown(_ name: String, of entity: EntityDescription, in model: ModelDescription) -> Bool {
    guard let path = SearchPath(name) else { return entity.attribute(name) != nil }
    return path.target(from: entity, in: model)?.attribute(path.attribute) != nil
  }

  private func unknown(_ name: String, in tab: TabDescription, of entity: EntityDescription)
    -> DescriptionFault
  {
    fault(
      entity: entity.name, field: name,
      "The list in “\(tab.title)” needs it, and \(entity.name) has no such attribute.",
      hint: "Declare the attribute, or leave it out of the list.")
  }
}
