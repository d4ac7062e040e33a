import KartotekaModel

extension MailKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    html.input(
      field, type: "email", .inputMode("email"), .autocapitalize("off"), .withoutSpelling,
      field.limit(besides: TextKind.longest.oneLine))
  }
}
