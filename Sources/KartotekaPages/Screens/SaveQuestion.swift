import KartotekaHTML

/// A question about a record's values that a person answers before the record is saved.
struct SaveQuestion: Sendable {
  let title: String
  let text: String
  /// What the button that saves is called.
  let verb: String

  /// The question as a sheet. A form that is a draft is shown again when it is cancelled; any other leads to `cancel`.
  func sheet(
    action: URLPath, cancel: URLPath, isDraft: Bool = false, hidden: [(name: String, value: String)]
  ) -> ConfirmSheet {
    var sheet = ConfirmSheet(
      title: title, text: text, verb: verb, action: action, cancel: cancel, isDangerous: false, hidden: hidden)
    sheet.confirms = true
    sheet.isDraft = isDraft
    return sheet
  }
}
