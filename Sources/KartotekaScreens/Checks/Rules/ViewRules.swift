import KartotekaModel

/// A tab's view is one of a list that another tab has, in a shape that the list can have.
struct ViewsConsistent: AppRule {
  let id = "views-consistent"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tabs.flatMap { tab -> [DescriptionFault] in
      guard case .view(let view) = tab.screen else { return [] }
      guard let entity = app.model.entity(named: view.entity) else {
        return [
          fault(
            entity: view.entity,
            "The tab “\(tab.title)” is a view of \(view.entity), which is no entity of the application.",
            hint: "Add it to the application's entities.")
        ]
      }
      guard app.list(of: entity) != nil || app.table(of: entity) != nil else {
        return [
          fault(
            entity: entity.name, "“\(tab.title)” is a view of \(entity.plural), which no tab lists.",
            hint: "Give \(entity.plural) a tab with a list.")
        ]
      }
      return faults(of: view, tab, entity, app) + repeated(view, tab, app)
    }
  }

  private func faults(
    of view: ListViewDescription, _ tab: TabDescription, _ entity: EntityDescription, _ app: AppDescription
  ) -> [DescriptionFault] {
    let shape = view.shape
    let texts = Dictionary(shape.items.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    var faults = ListShape.faults(in: texts, of: entity, app.model).map { part, _ in
      let asked = shape.items.first { $0.name == part }.map { $0.name + "=" + $0.value } ?? part
      return fault(
        entity: entity.name, "“\(tab.title)” can't be shown as \(asked) of \(entity.plural).",
        hint: "Name what the list has; a board takes a choice or a to-one relationship.")
    }
    if !shape.faults.isEmpty {
      faults.append(
        fault(
          entity: entity.name, "“\(tab.title)” has the view “\(view.view)”, which can't be read.",
          hint: "Write it as an address of the list does."))
    }
    if shape.isEmpty, view.subset == nil {
      faults.append(
        fault(
          entity: entity.name, "“\(tab.title)” is the list of \(entity.plural) as it is.",
          hint: "Give the view a subset, an order, groups or a layout."))
    }
    if let subset = view.subset, let missing = missingState(of: subset, in: app) { faults.append(missing) }
    return faults
  }

  // A list's address names its subset.
  private func repeated(
    _ view: ListViewDescription, _ tab: TabDescription, _ app: AppDescription
  ) -> [DescriptionFault] {
    guard let subset = view.subset else { return [] }
    let subsets = app.lists.filter { $0.entity.name == view.entity }.flatMap(\.list.subsets)
    let others =
      (subsets + app.overviewSubsets + [app.viewSubset(subset.name, of: view.entity)].compactMap(\.self)).filter {
        $0.name == subset.name && $0.entity == view.entity
      }
    // The list of an entity without subsets has its states.
    let state = subsets.isEmpty ? app.model.entity(named: view.entity)?.condition(ofState: subset.name) : nil
    let conditions = others.map(\.predicate) + [state].compactMap(\.self)
    guard conditions.contains(where: { $0 != subset.predicate }) else { return [] }
    return [
      fault(
        entity: view.entity, field: subset.name,
        "The tab “\(tab.title)” has the subset “\(subset.name)”, and another one of \(view.entity) has that name.",
        hint: "Give one of them another name.")
    ]
  }
}
