import KartotekaModel

extension RealKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    let isNegative = field.attribute.map { $0.minimum.isNull || $0.minimum.isNegative } ?? true
    html.input(field, type: "text", .inputMode(isNegative ? "text" : "decimal"))
  }
}
