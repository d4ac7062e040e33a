/// A required attribute that forms leave out has a default, or nobody could add a record with a form.
struct HiddenFilled: AttributeRule {
  let id = "hidden-filled"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    attribute.isHiddenInForms && attribute.lacksDefault
      ? Complaint(
        "It is required, has no default, and forms leave it out.",
        hint: "Give it a default, make it optional, or show it in forms.") : nil
  }
}

extension AttributeDescription {
  /// Whether each new record has to be given a value.
  package var lacksDefault: Bool {
    isRequired && writability != .never && defaultValue.isNull && defaultSource == nil
  }
}
