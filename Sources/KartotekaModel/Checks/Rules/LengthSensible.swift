/// A length belongs to text or bytes and allows at least one value.
struct LengthSensible: AttributeRule {
  let id = "length-sensible"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let (least, most) = (attribute.minimumLength, attribute.maximumLength)
    switch attribute.behavior.storage {
    case .integer, .real:
      let untouched = AttributeDescription(name: attribute.name, label: attribute.label, kind: attribute.kind)
      return least == 0 && most == untouched.maximumLength
        ? nil : Complaint("A number has no length.", hint: "Use `.range`, `.atLeast` or `.atMost`.")
    case .text, .blob:
      return least >= 0 && most >= 1 && least <= most
        ? nil : Complaint("No value is \(least) to \(most) long.", hint: "Use a length like 1...80.")
    }
  }
}
