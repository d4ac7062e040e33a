import KartotekaModel

/// A list's subsets are of its entity, and their names differ and can stand in an address.
struct SubsetsConsistent: AppRule {
  let id = "subsets-consistent"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.flatMap { tab, list, entity in
      list.subsets.enumerated().compactMap { index, subset -> DescriptionFault? in
        if subset.entity != entity.name {
          return fault(
            entity: entity.name, field: subset.name, "The list in “\(tab.title)” has a subset of \(subset.entity).",
            hint: "Declare it of \(entity.name).")
        }
        let isNew = !list.subsets[..<index].contains { $0.name == subset.name }
        return NameForm.isKebabCase(subset.name) && isNew
          ? nil
          : fault(
            entity: entity.name, field: subset.name,
            "“\(subset.name)” is no name for a subset, or two have it.",
            hint: "Use small ASCII letters, digits and hyphens, and each name once.")
      }
    }
  }
}
