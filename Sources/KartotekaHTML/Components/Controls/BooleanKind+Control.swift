import KartotekaModel

/// A switch where there is a value in any case; yes, no or nothing to choose from where there may be none, and in
/// rows of a table.
extension BooleanKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    guard field.attribute?.isRequired == true, field.form == nil else {
      return html.select(
        field, emptyName: field.attribute?.isRequired == true ? nil : "–",
        options: [("true", html.say("Yes")), ("false", html.say("No"))])
    }
    // A switch that is off sends nothing: the hidden "false" stands for it, and when it is on, the last one
    // counts.
    html.hidden(field.column.name, "false")
    html.void(
      .input, .class("switch"), .type("checkbox"), .role("switch"), .id(field.id), .name(field.column.name),
      .value("true"), field.text == "true" ? .checked : nil,
      more: [field.stored.map { .stored($0) }, field.hasFocus ? .autofocus : nil])
  }
}
