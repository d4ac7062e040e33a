/// Only text is searched.
struct SearchedIsText: AttributeRule {
  let id = "searched-is-text"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    attribute.isSearched && !attribute.isText
      ? Complaint(
        "The search field can't look in the kind \(attribute.kind.rawValue).",
        hint: "Take `.searched` away, or leave it out of the list's `searching(…)`.") : nil
  }
}
