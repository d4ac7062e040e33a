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
        if let fault = missingState(of: subset, in: app) { return fault }
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

extension AppRule {
  /// The fault of a subset that stands for a state which its entity doesn't declare.
  func missingState(of subset: SubsetDescription, in app: AppDescription) -> DescriptionFault? {
    guard let state = subset.state, let entity = app.model.entity(named: subset.entity),
      !entity.states.contains(where: { $0.name == state })
    else { return nil }
    return fault(
      entity: entity.name, field: state, "A subset stands for the state “\(state)”, which \(entity.name) doesn't have.",
      hint: "Declare it in `states`, or correct the name.")
  }
}
