/// Minimum and maximum have the attribute's storage class and order, on kinds that have a range.
struct RangeSensible: AttributeRule {
  let id = "range-sensible"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let limits = [attribute.minimum, attribute.maximum].filter { !$0.isNull }
    if limits.isEmpty { return nil }
    guard attribute.behavior.hasRange else {
      return Complaint(
        "Values of kind \(attribute.kind.rawValue) have no range.", hint: "Take the range away.")
    }
    guard limits.allSatisfy({ $0.storage == attribute.behavior.storage }),
      limits.allSatisfy({ attribute.behavior.fault(in: $0, for: attribute) == nil })
    else {
      return Complaint(
        "Its least or greatest value is none that it could have itself.",
        hint: "Write it as the kind stores it; a decimal's with no more digits than its scale.")
    }
    return attribute.maximum.isLess(than: attribute.minimum)
      ? Complaint("Its least value is greater than its greatest.", hint: "Swap the two.") : nil
  }
}
