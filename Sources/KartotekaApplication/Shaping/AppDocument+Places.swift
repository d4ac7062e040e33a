import KartotekaModel
import KartotekaScreens

// Sections whose records people put in order: their kind has an attribute with their places.
extension AppDocument {
  /// The attribute with the places of a section's records; nil where they have none.
  package func place(in section: String, of entity: String) -> AttributeDescription? {
    guard let (target, owner) = placed(section, of: entity) else { return nil }
    return entities[target].attributes.first { $0.placeIn == owner }
  }

  /// Whether the records of a section can have places: each belongs to one record.
  package func canBeArranged(_ section: String, of entity: String) -> Bool {
    placed(section, of: entity) != nil && list(of: entity)?.sections.first { $0.name == section }?.gallery == nil
  }

  /// Has people put the records of a section in order, or no longer. Their numbers are those of the field by which the section is
  /// sorted, or a new one; they stay as plain numbers where nobody puts them in order any more.
  /// - Parameter label: the label of a new field.
  package mutating func setArranged(
    _ isArranged: Bool, _ section: String, of entity: String, label: String
  ) throws(ShapeFault) {
    guard let (target, owner) = placed(section, of: entity) else { throw Self.unknown }
    let known = entities[target].attributes.firstIndex { $0.placeIn == owner }
    guard isArranged else {
      if let known { entities[target].attributes[known].placeIn = nil }
      return
    }
    if known != nil { return }
    let order = list(of: entity)?.sections.first { $0.name == section }?.order
    if let index = entities[target].attributes.firstIndex(where: {
      $0.name == order && $0.placeIn == nil && $0.canBePlace
    }) {
      entities[target].attributes[index].placeIn = owner
    } else {
      try checkLabel(label, in: entities[target], except: nil, field: "arranged")
      var attribute = AttributeDescription(
        name: freeName(for: label, in: entities[target]), label: label, kind: .integer)
      attribute.placeIn = owner
      entities[target].attributes.append(attribute)
    }
    // Of two orders a section has one.
    changeLists(of: entity) { list in
      guard let index = list.sections.firstIndex(where: { $0.name == section }) else { return }
      (list.sections[index].order, list.sections[index].isNewestFirst) = (nil, false)
    }
  }

  private func placed(_ section: String, of entity: String) -> (target: Int, owner: String)? {
    guard let relationship = self.entity(entity)?.relationships.first(where: { $0.name == section }),
      relationship.cardinality == .toMany, let owner = relationship.inverse,
      let target = entities.firstIndex(where: { $0.name == relationship.target }),
      entities[target].derivation == nil
    else { return nil }
    return (target, owner)
  }
}

extension AttributeDescription {
  /// Whether the store may number the records: nothing else says which numbers they have.
  var canBePlace: Bool {
    kind == .integer && code == nil && !isRequired && requiredIf == nil && !isUnique && !isSequence
      && defaultValue.isNull && defaultSource == nil && minimum.isNull && maximum.isNull && form == nil
      && writability == .always && settingAction == nil && closing == nil
  }
}
