/// A number series is a unique text of one line with a pattern, without rules that its numbers could break, of records that the store
/// itself makes.
struct SeriesSensible: ModelRule {
  let id = "series-sensible"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      entity.attributes.compactMap { attribute in
        complaint(about: attribute, of: entity).map { fault(entity, attribute.name, $0.problem, hint: $0.hint) }
      }
    }
  }

  private func complaint(about attribute: AttributeDescription, of entity: EntityDescription) -> Complaint? {
    guard let pattern = attribute.series else { return nil }
    let longest: Int
    do throws(ValueFault) { longest = try NumberSeries(pattern).longest } catch {
      return Complaint(FaultText(error.phrase), hint: "Write a pattern like \(NumberSeries.usual).")
    }
    guard attribute.kind == .text, attribute.code == nil, !attribute.multiline, attribute.stamp == nil,
      attribute.barcode != .article
    else { return Complaint("Only texts of one line are number series.", hint: "Make its kind text, on one line.") }
    guard attribute.isUnique else {
      return Complaint("The numbers of a series are unique.", hint: "Leave out whether it is unique.")
    }
    // The store gives the number after the others were checked.
    let hasRules =
      attribute.isRequired || attribute.requiredIf != nil || !attribute.defaultValue.isNull
      || attribute.defaultSource != nil || !attribute.minimum.isNull || !attribute.maximum.isNull
      || attribute.minimumLength > 0 || attribute.maximumLength < longest || attribute.pattern != nil
      || attribute.formatter != nil || attribute.translation != nil || attribute.settingAction != nil
      || attribute.closing != nil
    if hasRules {
      return Complaint(
        "The number series has rules of its own.",
        hint: "Make it not required, without limits, pattern, default, format and actions.")
    }
    return entity.source != nil || entity.isDerived
      ? Complaint("The store doesn't make the records of \(entity.name).", hint: "Take the number series away.") : nil
  }
}
