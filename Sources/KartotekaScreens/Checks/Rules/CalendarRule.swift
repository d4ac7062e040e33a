import KartotekaModel

/// A calendar shows an entity that has a list, by an attribute that is a day or a moment.
struct CalendarConsistent: AppRule {
  let id = "calendar-consistent"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tabs.flatMap { tab -> [DescriptionFault] in
      guard case .calendar(let calendar) = tab.screen else { return [] }
      guard let entity = app.model.entity(named: calendar.entity) else {
        return [
          fault(
            entity: calendar.entity,
            "The calendar “\(tab.title)” shows \(calendar.entity), which is no entity of the application.",
            hint: "Add it to the application's entities.")
        ]
      }
      return list(of: entity, tab, app) + start(calendar, entity, tab) + minutes(calendar, entity, tab)
        + lines(calendar, entity, tab)
    }
  }

  private func list(of entity: EntityDescription, _ tab: TabDescription, _ app: AppDescription) -> [DescriptionFault] {
    app.list(of: entity) != nil || app.table(of: entity) != nil
      ? []
      : [
        fault(
          entity: entity.name, "The records of the calendar “\(tab.title)” have no pages.",
          hint: "Add a tab with a list or a table of \(entity.name).")
      ]
  }

  private func start(
    _ calendar: CalendarDescription, _ entity: EntityDescription, _ tab: TabDescription
  ) -> [DescriptionFault] {
    [.date, .timestamp].contains(entity.attribute(calendar.start)?.kind)
      ? []
      : [
        fault(
          entity: entity.name, field: calendar.start,
          "The calendar “\(tab.title)” takes it for a day or a moment, which it is not.",
          hint: "Make its kind date or timestamp.")
      ]
  }

  private func minutes(
    _ calendar: CalendarDescription, _ entity: EntityDescription, _ tab: TabDescription
  ) -> [DescriptionFault] {
    guard let name = calendar.minutes else { return [] }
    return entity.attribute(name)?.kind == .integer && entity.attribute(calendar.start)?.kind == .timestamp
      ? []
      : [
        fault(
          entity: entity.name, field: name, "The calendar “\(tab.title)” takes it for a number of minutes.",
          hint: "Make its kind integer, for records that begin at a moment.")
      ]
  }

  private func lines(
    _ calendar: CalendarDescription, _ entity: EntityDescription, _ tab: TabDescription
  ) -> [DescriptionFault] {
    (calendar.title + calendar.subtitle).filter { name in
      let attribute = entity.attribute(name)
      return attribute?.behavior.storage == .blob
        || attribute == nil && entity.computed(name) == nil && entity.relationship(name)?.cardinality != .toOne
    }.map { name in
      fault(
        entity: entity.name, field: name, "The calendar “\(tab.title)” can't show it.",
        hint: "Name a readable attribute, a computed value or a to-one relationship of \(entity.name).")
    }
  }
}
