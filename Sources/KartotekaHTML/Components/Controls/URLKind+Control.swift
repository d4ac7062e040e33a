import KartotekaModel

extension URLKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    html.input(field, type: "url", .inputMode("url"), .autocapitalize("off"), .withoutSpelling)
  }
}
