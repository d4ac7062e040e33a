/// A default is a valid value of its attribute.
struct DefaultValid: AttributeRule {
  let id = "default-valid"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let value = attribute.defaultValue
    guard !value.isNull else { return nil }
    if value.storage != attribute.behavior.storage {
      return Complaint(
        "Its default is none that the kind \(attribute.kind.rawValue) stores.",
        hint: "Give one of the kind's own type, a decimal with no more digits than its scale.")
    }
    return attribute.fault(in: value).map { reason in
      Complaint(
        "Its default breaks its own rules: \(Localizer.english(reason)).",
        hint: "Change the default or the rule.")
    }
  }
}
