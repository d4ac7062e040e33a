/// A colour is a choice of tones.
struct ColourSensible: AttributeRule {
  let id = "colour-sensible"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    guard attribute.isColour else { return nil }
    let tones = StateDescription.Tone.allCases.map(\.rawValue)
    return attribute.kind == .choice && attribute.choices.allSatisfy { tones.contains($0.value) }
      ? nil
      : Complaint(
        "Its values are no colours.",
        hint: "Make it a choice whose values are among \(tones.joined(separator: ", ")).")
  }
}

/// Tags lead to records that a name alone makes.
struct TagsSensible: ModelRule {
  let id = "tags-sensible"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.relationships.filter { $0.relationship.isTags }.compactMap { entity, relationship in
      guard relationship.cardinality == .manyToMany else {
        return fault(
          entity, relationship.name, "It leads to no records that others can have, too.",
          hint: "Make it many-to-many, or leave tags out.")
      }
      guard let target = model.entity(named: relationship.target), target.tagName == nil else { return nil }
      return fault(
        entity, relationship.name, "A name alone makes no \(target.name).",
        hint: "Give \(target.name) a title of one unique text, and defaults to whatever else it requires.")
    }
  }
}
