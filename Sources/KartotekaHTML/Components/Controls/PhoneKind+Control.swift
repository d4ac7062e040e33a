import KartotekaModel

/// The script writes the number while it is typed as ``PhoneFormatter`` would.
extension PhoneKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    html.input(field, type: "tel", .format("phone"))
  }
}
