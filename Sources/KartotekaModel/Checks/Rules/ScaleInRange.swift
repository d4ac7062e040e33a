/// A decimal has 0 to 9 decimal places, so that 64 bits hold billions; other kinds have no scale.
struct ScaleInRange: AttributeRule {
  let id = "scale-in-range"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    if attribute.kind == .decimal {
      return (0...9).contains(attribute.scale)
        ? nil : Complaint("A scale of \(attribute.scale) is out of range.", hint: "Use 0 to 9.")
    }
    return attribute.scale == 0
      ? nil
      : Complaint(
        "Only decimals have a scale.", hint: "Declare it as `Attribute<Decimal>`, or drop the scale.")
  }
}
