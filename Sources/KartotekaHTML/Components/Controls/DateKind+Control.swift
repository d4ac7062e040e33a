import KartotekaModel

extension DateKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    // Text that is no date would vanish from a date field; it stays to be mended.
    let isDate = field.text.isEmpty || CalendarDate(iso: field.text) != nil
    html.input(field, type: isDate ? "date" : "text")
  }
}
