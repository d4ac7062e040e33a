import KartotekaModel

/// The names in a list's pages of records exist: the pictures of a gallery, the years and fields of a card.
struct PagesConsistent: AppRule {
  let id = "pages-consistent"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.flatMap { tab, list, entity in
      list.sections.flatMap { section in
        (section.gallery.map { faults(of: $0, in: section, entity, app.model, tab) } ?? [])
          + faults(ofDetail: section, entity, app.model, tab) + faults(ofLink: section, entity, app.model, tab)
      } + faults(of: list.card, entity, app.model, tab)
    }
  }

  private func faults(
    ofDetail section: ListDescription.Section, _ entity: EntityDescription, _ model: ModelDescription,
    _ tab: TabDescription
  ) -> [DescriptionFault] {
    guard let relationship = entity.relationship(section.name),
      let target = model.entity(named: relationship.target)
    else { return [] }
    let order = section.order.flatMap { target.attribute($0)?.isBytes == false ? nil : $0 }
    let detail = section.detail.flatMap { target.position(of: $0) == nil ? $0 : nil }
    return [detail, order].compactMap(\.self).map { missing($0, of: target, tab) }
  }

  private func faults(
    ofLink section: ListDescription.Section, _ entity: EntityDescription, _ model: ModelDescription,
    _ tab: TabDescription
  ) -> [DescriptionFault] {
    guard let through = section.through else { return [] }
    guard let link = target(section.name, of: entity, model) else { return [missing(section.name, of: entity, tab)] }
    return link.relationship(through)?.cardinality == .toOne ? [] : [missing(through, of: link, tab)]
  }

  private func faults(
    of gallery: GalleryDescription, in section: ListDescription.Section, _ entity: EntityDescription,
    _ model: ModelDescription, _ tab: TabDescription
  ) -> [DescriptionFault] {
    guard let target = target(section.name, of: entity, model) else { return [missing(section.name, of: entity, tab)] }
    let texts = [gallery.credit, gallery.link, gallery.fileName].compactMap(\.self)
      .filter { target.attribute($0)?.isText != true }
    let order = gallery.order.flatMap { target.attribute($0)?.kind == .integer ? nil : missing($0, of: target, tab) }
    let poster = gallery.poster.flatMap { entity.attribute($0)?.kind == .country ? nil : missing($0, of: entity, tab) }
    let image = target.attribute(gallery.image)?.isBytes == true ? [] : [missing(gallery.image, of: target, tab)]
    return image + texts.map { missing($0, of: target, tab) } + [poster, order].compactMap(\.self)
  }

  private func faults(
    of card: CardDescription, _ entity: EntityDescription, _ model: ModelDescription, _ tab: TabDescription
  ) -> [DescriptionFault] {
    var faults: [DescriptionFault] = []
    if let mark = card.mark, entity.attribute(mark.attribute) == nil {
      faults.append(missing(mark.attribute, of: entity, tab))
    }
    if let years = card.years {
      let target = target(years.relationship, of: entity, model)
      if target == nil { faults.append(missing(years.relationship, of: entity, tab)) }
      if let target, target.attribute(years.date)?.kind != .date { faults.append(missing(years.date, of: target, tab)) }
    }
    let texts = (card.numbers + card.address).filter { entity.attribute($0)?.isText != true }
    return faults
      + (card.omitted.filter { entity.position(of: $0) == nil } + texts).map { missing($0, of: entity, tab) }
  }

  // The entity of a to-many relationship whose records each belong to one record.
  private func target(_ name: String, of entity: EntityDescription, _ model: ModelDescription) -> EntityDescription? {
    guard let relationship = entity.relationship(name), relationship.cardinality == .toMany,
      relationship.inverse != nil
    else { return nil }
    return model.entity(named: relationship.target)
  }

  private func missing(_ name: String, of entity: EntityDescription, _ tab: TabDescription) -> DescriptionFault {
    fault(
      entity: entity.name, field: name,
      "The pages of records in “\(tab.title)” show it, and \(entity.name) has nothing of that name and kind.",
      hint: "Declare it, or leave it out of the list.")
  }
}
