import KartotekaModel

extension CoordinateKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    html.void(
      .input, .type("text"), .value(field.text), .withoutSpelling,
      .placeholder(field.attribute?.placeholder.map { html.say($0) } ?? "52.2297,21.0122"),
      more: field.attributes)
  }
}
