/// Title attributes are readable; bytes are not.
struct TitleReadable: AttributeRule {
  let id = "title-readable"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    attribute.isTitle && attribute.behavior.storage == .blob
      ? Complaint("Bytes can't be a title.", hint: "Put `.title` on a text, a number or a date.") : nil
  }
}
