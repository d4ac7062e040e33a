import KartotekaModel

/// A list shows the records of an entity of the application.
struct ListEntityExists: AppRule {
  let id = "list-entity-exists"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tabs.filter { tab in
      // Of the others their own rules speak.
      switch tab.screen {
      case .table, .overview, .map, .calendar, .settings, .view, .page: return false
      case .list, .groups: break
      }
      return app.model.entity(named: tab.screen.entity) == nil
    }.map { tab in
      fault(
        entity: tab.screen.entity,
        "The tab “\(tab.title)” shows \(tab.screen.entity), which is no entity of the application.",
        hint: "Add it to the application's entities.")
    }
  }
}

/// A list's rows have a title line.
struct ListTitleGiven: AppRule {
  let id = "list-title-given"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.filter(\.list.title.isEmpty).map { tab, _, entity in
      fault(
        entity: entity.name, "The rows of the list in “\(tab.title)” have no title.",
        hint: "Name at least one attribute as the title.")
    }
  }
}

/// A list shows and searches attributes and computed values of its entity that can be read.
///
/// The model knows the attributes by which it is sorted and searched, too, and its rules check those.
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

  // An attribute or a computed value of the entity, or as `supplier.companyName` an attribute of a related record.
  private func isKnown(_ name: String, of entity: EntityDescription, in model: ModelDescription) -> Bool {
    guard let path = SearchPath(name) else { return entity.attribute(name) != nil || entity.computed(name) != nil }
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

/// The picture in a list's rows is an attribute of its entity, and a picture, or a gallery of pictures of its records' pages.
struct ListPictureKnown: AppRule {
  let id = "list-picture-known"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.compactMap { tab, list, entity in
      guard let name = list.picture, entity.attribute(name)?.kind != .picture,
        list.gallery(name, of: entity, in: app.model)?.kind != .picture
      else { return nil }
      return fault(
        entity: entity.name, field: name, "The list in “\(tab.title)” shows it as a picture, which it is not.",
        hint: "Make its kind picture, or leave the picture out of the list.")
    }
  }
}

/// Rows can stand under first letters only when they are sorted by a text.
struct InitialsNeedSort: AppRule {
  let id = "initials-need-sort"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.filter { _, list, entity in
      list.hasInitials && !(list.sort.first.flatMap { entity.attribute($0.name) }?.isText ?? false)
    }.map { tab, _, entity in
      fault(
        entity: entity.name, "The list in “\(tab.title)” has initials and isn't sorted by a text.",
        hint: "Sort it by a text, or leave the initials out.")
    }
  }
}

/// A list's tab opens in a layout that its records can have.
struct ListLayoutKnown: AppRule {
  let id = "list-layout-known"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.compactMap { tab, list, entity in
      guard let text = list.layout, list.openingLayout(of: entity, in: app.model) == nil else { return nil }
      return fault(
        entity: entity.name, "The list in “\(tab.title)” can't open as \(text).",
        hint: "Name a layout and fields as an address of the list does: table, board:stage, chart:month:day.")
    }
  }
}

extension ListDescription {
  /// The bytes that a gallery of a record's page shows; nil where there is no such gallery.
  package func gallery(
    _ name: String, of entity: EntityDescription, in model: ModelDescription
  ) -> AttributeDescription? {
    guard let gallery = sections.first(where: { $0.name == name })?.gallery,
      let relationship = entity.relationship(name), relationship.cardinality == .toMany
    else { return nil }
    return model.entity(named: relationship.target)?.attribute(gallery.image)
  }

  /// The layout in which the tab opens; nil for rows with a title, and for one that the records can't have.
  package func openingLayout(of entity: EntityDescription, in model: ModelDescription) -> ListShape.Layout? {
    guard let layout = layout.flatMap({ ListShape.Layout($0) }), entity.has(layout, in: model) else { return nil }
    return layout
  }
}

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
        if let found = subset.predicate.formulaFault(of: entity, in: app.model) {
          return fault(entity: entity.name, field: subset.name, found.problem, hint: found.hint)
        }
        let isNew = !list.subsets[..<index].contains { $0.name == subset.name }
        // One that stands for a state has the name that addresses have for it.
        return (NameForm.isKebabCase(subset.name) || subset.name == subset.state) && isNew
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
      hint: "Declare the state, or correct the name.")
  }
}
