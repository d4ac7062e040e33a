import KartotekaModel

/// A related record: chosen by its title where the field has the records to choose from, else by its number.
struct RelatedControl: FormControl {
  func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    guard case .toOne(let relationship) = field.column else { return }
    let placeholder = relationship.placeholder.map { html.say($0) } ?? "–"
    guard field.options.isEmpty else {
      return html.select(
        field, emptyName: relationship.isRequired ? nil : placeholder,
        options: field.options.map { (String($0.id), $0.title) })
    }
    html.void(
      .input, .type("text"), .value(field.text), .inputMode("numeric"), .placeholder(placeholder),
      more: field.attributes)
  }
}
