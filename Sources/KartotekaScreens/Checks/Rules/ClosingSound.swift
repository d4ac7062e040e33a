import KartotekaModel

/// Values that close records are optional, and the actions that set and remove values exist.
struct ClosingSound: AppRule {
  let id = "closing-sound"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.model.entities.flatMap { entity in
      entity.attributes.filter { $0.settingAction != nil }.flatMap { attribute in
        actions(of: attribute, entity, in: app)
          + (attribute.closing != nil && attribute.isRequired ? [required(attribute, entity)] : [])
      }
    }
  }

  private func actions(
    of attribute: AttributeDescription, _ entity: EntityDescription, in app: AppDescription
  ) -> [DescriptionFault] {
    let names = [attribute.settingAction, attribute.closing?.reopening].compactMap(\.self)
    let known = app.actions.filter { $0.scope == .record(entity.name) }.map(\.name)
    return names.filter { !known.contains($0) }.map { name in
      fault(
        entity: entity.name, field: attribute.name, "The action \(name) that sets it is no action on this entity.",
        hint: "Declare the action, or name one that the entity has.")
    }
  }

  private func required(_ attribute: AttributeDescription, _ entity: EntityDescription) -> DescriptionFault {
    fault(
      entity: entity.name, field: attribute.name, "It closes records, and every record has a value here.",
      hint: "Leave `.required` out: records are open while they have none.")
  }
}
