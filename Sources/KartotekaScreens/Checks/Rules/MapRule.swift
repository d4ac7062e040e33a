import KartotekaModel

/// A map shows an entity of the application, by attributes that say which country its records are or where they are.
struct MapConsistent: AppRule {
  let id = "map-consistent"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tabs.flatMap { tab -> [DescriptionFault] in
      guard case .map(let map) = tab.screen else { return [] }
      guard let entity = app.model.entity(named: map.entity) else {
        return [
          fault(
            entity: map.entity, "The map “\(tab.title)” shows \(map.entity), which is no entity of the application.",
            hint: "Add it to the application's entities.")
        ]
      }
      return region(map, entity, tab) + position(map.position, of: entity, tab) + pins(map, entity, tab, app)
    }
  }

  private func region(
    _ map: MapDescription, _ entity: EntityDescription, _ tab: TabDescription
  ) -> [DescriptionFault] {
    guard let name = map.region else { return [] }
    guard let attribute = entity.attribute(name), attribute.kind == .country else {
      return [
        fault(
          entity: entity.name, field: name, "The map “\(tab.title)” takes it for a country, which it is not.",
          hint: "Make its kind country.")
      ]
    }
    // Of two records of one country only one could be opened.
    return attribute.isUnique
      ? []
      : [
        fault(
          entity: entity.name, field: name, "Several records could be the same country on the map “\(tab.title)”.",
          hint: "Make it unique.")
      ]
  }

  private func position(
    _ name: String?, of entity: EntityDescription, _ tab: TabDescription
  ) -> [DescriptionFault] {
    guard let name, entity.attribute(name)?.kind != .coordinate else { return [] }
    return [
      fault(
        entity: entity.name, field: name, "The map “\(tab.title)” takes it for a position, which it is not.",
        hint: "Make its kind coordinate.")
    ]
  }

  private func pins(
    _ map: MapDescription, _ entity: EntityDescription, _ tab: TabDescription, _ app: AppDescription
  ) -> [DescriptionFault] {
    guard let pins = map.pins else { return [] }
    guard map.region != nil, let relationship = entity.relationship(pins.relationship),
      relationship.cardinality == .toMany, let target = app.model.entity(named: relationship.target)
    else {
      return [
        fault(
          entity: entity.name, field: pins.relationship,
          "The pins of the map “\(tab.title)” are no places that belong to a country.",
          hint: "Name a to-many relationship of an entity whose records are countries on the map.")
      ]
    }
    var faults = position(pins.position, of: target, tab)
    if let date = pins.date, target.attribute(date)?.kind != .date {
      faults.append(
        fault(
          entity: target.name, field: date, "The map “\(tab.title)” takes it for a date, which it is not.",
          hint: "Make its kind date."))
    }
    return faults
  }
}
