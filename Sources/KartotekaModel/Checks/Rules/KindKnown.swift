/// Every attribute has a known kind.
struct KindKnown: AttributeRule {
  let id = "kind-known"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    guard attribute.code?.behavior == nil, AttributeKinds.named(attribute.kind) == nil else { return nil }
    let kinds = AttributeKinds.all.map(\.name.rawValue).joined(separator: ", ")
    return Complaint("There is no kind “\(attribute.kind.rawValue)”.", hint: "Use one of: \(kinds).")
  }
}
