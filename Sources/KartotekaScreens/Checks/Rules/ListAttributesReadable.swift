import KartotekaModel

/// What a list shows and searches are attributes of its entity, and can be read.
///
/// What it is sorted and searched by is known to the model, too, whose rules look at that.
struct ListAttributesReadable: AppRule {
  let id = "list-attributes-readable"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.flatMap { tab, list, entity in
      let shown = (list.title + list.subtitle).compactMap { name -> DescriptionFault? in
        guard let attribute = entity.attribute(name) else { return unknown(name, in: tab, of: entity) }
        return attribute.behavior.storage == .blob
          ? fault(
            entity: entity.name, field: name, "The list in “\(tab.title)” shows bytes as text.",
            hint: "Show an attribute of another kind.") : nil
      }
      return shown
        + list.searched.filter { entity.attribute($0) == nil }.map { unknown($0, in: tab, of: entity) }
    }
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
