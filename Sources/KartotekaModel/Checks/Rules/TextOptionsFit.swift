/// Options of text (several lines, a pattern, a formatter) belong to kinds that apply them.
struct TextOptionsFit: AttributeRule {
  let id = "text-options-fit"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    if attribute.multiline, attribute.kind != .text {
      return Complaint("Only the kind text has several lines.", hint: "Take `.multiline` away.")
    }
    if attribute.pattern != nil, !attribute.isText {
      return Complaint("A pattern is for what is stored as text.", hint: "Use `.range` for a number.")
    }
    switch attribute.kind {
    case .text: return nil
    case .phone where attribute.formatter == .phone: return nil
    default:
      return attribute.formatter == nil
        ? nil : Complaint("Its kind writes values in a way of its own.", hint: "Take `.formatter` away.")
    }
  }
}
