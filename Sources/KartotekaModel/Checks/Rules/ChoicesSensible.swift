/// A choice has values that differ in value and label; other kinds have none.
struct ChoicesSensible: AttributeRule {
  let id = "choices-sensible"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let choices = attribute.choices
    guard attribute.kind == .choice else {
      guard !choices.isEmpty else { return nil }
      return Complaint("It has choices but is no choice.", hint: "Leave `as:` out, or make it `.choice`.")
    }
    if choices.isEmpty {
      return Complaint(
        "It has nothing to choose from.", hint: "Declare it of an enumeration that is a ChoiceValue.")
    }
    if choices.contains(where: {
      $0.value.isEmpty || $0.value != $0.value.trimmingSpaces() || $0.label.isEmpty
    }) {
      return Complaint(
        "A choice is empty or has white space around it.", hint: "Give every choice a value and a label.")
    }
    // Files name a choice by value or label, in any case.
    let names = choices.flatMap { Set([$0.value.lowercased(), $0.label.lowercased()]) }
    guard Set(names).count < names.count else { return nil }
    return Complaint(
      "Two choices have the same value or label.", hint: "Capitals make no difference; rename one.")
  }
}
