/// Places are whole numbers within the record of a to-one relationship, without rules that the store's numbers could break.
struct PlaceSensible: ModelRule {
  let id = "place-sensible"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      entity.attributes.compactMap { attribute in
        complaint(about: attribute, of: entity).map { fault(entity, attribute.name, $0.problem, hint: $0.hint) }
      }
    }
  }

  private func complaint(about attribute: AttributeDescription, of entity: EntityDescription) -> Complaint? {
    guard let owner = attribute.placeIn else { return nil }
    guard attribute.kind == .integer, attribute.code == nil else {
      return Complaint("Only whole numbers are places.", hint: "Make its kind integer.")
    }
    guard entity.relationship(owner)?.cardinality == .toOne else {
      return Complaint(
        "It is the place within \(owner), which is no to-one relationship of \(entity.name).",
        hint: "Name the relationship that leads from \(entity.name) to the record in which the places are counted.")
    }
    let hasRules =
      attribute.isRequired || attribute.requiredIf != nil || attribute.isUnique || attribute.isSequence
      || !attribute.defaultValue.isNull || attribute.defaultSource != nil || !attribute.minimum.isNull
      || !attribute.maximum.isNull || attribute.form != nil || attribute.writability != .always
      || attribute.settingAction != nil || attribute.closing != nil
      || entity.uniqueKeys.contains { $0.contains(attribute.name) }
    if hasRules {
      return Complaint(
        "The place has rules of its own.",
        hint: "Make it not required, not unique, without limits, default, form and actions.")
    }
    return entity.source != nil || entity.isDerived
      ? Complaint("The store doesn't make the records of \(entity.name).", hint: "Take the place away.") : nil
  }
}

extension ColumnDescription {
  /// Whether the store numbers the records that are given no value: a number series, or places.
  package var isNumbered: Bool {
    if case .attribute(let attribute) = self { attribute.series != nil || attribute.placeIn != nil } else { false }
  }
}

extension EntityDescription {
  /// The attribute with the places of records within the record of a to-one relationship; nil for none.
  package func place(in owner: String?) -> AttributeDescription? {
    owner.flatMap { owner in attributes.first { $0.placeIn == owner } }
  }
}
