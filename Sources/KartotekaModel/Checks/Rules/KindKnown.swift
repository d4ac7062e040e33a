/// Every attribute has a known kind.
struct KindKnown: AttributeRule {
  let id = "kind-known"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let isOther = attribute.source == nil && AttributeKinds.reflected.contains { $0.name == attribute.kind }
    guard attribute.code?.behavior == nil, AttributeKinds.named(attribute.kind) == nil || isOther else { return nil }
    let kinds = AttributeKinds.all.map(\.name.rawValue).joined(separator: ", ")
    return Complaint("There is no kind “\(attribute.kind.rawValue)”.", hint: "Use one of: \(kinds).")
  }
}
