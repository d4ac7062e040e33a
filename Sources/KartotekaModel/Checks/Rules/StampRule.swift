/// A stamp is a moment or a text without rules of its own, of records that the store itself makes.
struct StampSensible: ModelRule {
  let id = "stamp-sensible"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      entity.attributes.compactMap { attribute in
        complaint(about: attribute, of: entity).map { fault(entity, attribute.name, $0.problem, hint: $0.hint) }
      }
    }
  }

  private func complaint(about attribute: AttributeDescription, of entity: EntityDescription) -> Complaint? {
    guard let stamp = attribute.stamp else { return nil }
    if attribute.kind != stamp.kind || attribute.code != nil || attribute.multiline {
      return Complaint(
        "The stamp \(stamp.rawValue) is no value of kind \(attribute.kind.rawValue).",
        hint: "Make its kind \(stamp.kind.rawValue), on one line.")
    }
    if attribute.writability != .never {
      return Complaint("The store alone writes \(stamp.rawValue).", hint: "Leave out when people may write it.")
    }
    // Records that existed before the field may have no value, and changes may have no author.
    let hasRules =
      attribute.isRequired || attribute.isUnique || !attribute.defaultValue.isNull || attribute.defaultSource != nil
      || !attribute.minimum.isNull || !attribute.maximum.isNull || attribute.minimumLength > 0
      || attribute.pattern != nil || attribute.formatter != nil || attribute.translation != nil
      || attribute.settingAction != nil || attribute.closing != nil
    let isInKey = entity.uniqueKeys.contains { $0.contains(attribute.name) }
    if hasRules || isInKey {
      return Complaint(
        "The stamp \(stamp.rawValue) has rules of its own.",
        hint: "Make it neither required nor unique, without limits, pattern, default and actions.")
    }
    return entity.source != nil || entity.isDerived
      ? Complaint("The store doesn't make the records of \(entity.name).", hint: "Take the stamp away.") : nil
  }
}
