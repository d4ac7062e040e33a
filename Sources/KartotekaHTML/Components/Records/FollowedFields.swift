import KartotekaModel

/// The answers of formulas to a form that is being filled in. A script shows and hides fields by them, and puts the values of new
/// records into fields that nobody has typed into.
package struct FollowedFields: Component {
  /// The answer for a field.
  package struct Answer {
    let column: ColumnDescription
    let isHidden: Bool
    let isNeeded: Bool
    let isConditional: Bool
    let text: String?

    /// - Parameters:
    ///   - isNeeded: whether a formula requires it now; nil for a field without such a formula.
    ///   - text: the text of a new record's value; nil for a field that keeps its own.
    package init(_ column: ColumnDescription, isHidden: Bool, isNeeded: Bool?, text: String?) {
      (self.column, self.isHidden, self.isNeeded, self.text) = (column, isHidden, isNeeded ?? false, text)
      isConditional = isNeeded != nil
    }
  }

  private let answers: [Answer]

  package init(_ answers: [Answer]) { self.answers = answers }

  package func write(to html: inout HTMLWriter) {
    for answer in answers {
      let (field, say) = (FormField(column: answer.column, id: "", text: ""), html.say)
      html.element(
        .p, .followed(answer.column.name), answer.isConditional ? .conditional : nil, answer.isHidden ? .unseen : nil,
        answer.isNeeded ? .needed : nil,
        answer.text.map { .begins(field.edited($0, say)) }
      ) { _ in }
    }
  }
}
