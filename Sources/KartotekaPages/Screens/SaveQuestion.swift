import KartotekaHTML

/// A question that a person answers before a record is saved.
struct SaveQuestion: Sendable {
  let title: String
  let text: String
  /// The label of the button that saves.
  let verb: String

  /// The sheet with the question. Cancel shows a draft's form again, else it leads to `cancel`.
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
