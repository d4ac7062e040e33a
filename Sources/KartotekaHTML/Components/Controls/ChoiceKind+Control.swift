import KartotekaModel

extension ChoiceKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    guard let attribute = field.attribute else { return }
    html.select(
      field, emptyName: attribute.isRequired ? nil : "–",
      options: attribute.choices.map { ($0.value, html.say($0.label)) })
  }
}
