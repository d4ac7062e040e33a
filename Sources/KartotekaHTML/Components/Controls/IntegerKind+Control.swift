import KartotekaModel

// Not `type=number`: that hides from the server what it does not take for a number, so nothing could be said
// about it.
extension IntegerKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    // Keyboards for whole numbers have no minus.
    let isNegative = field.attribute.map { $0.minimum.isNull || $0.minimum.isNegative } ?? true
    html.input(field, type: "text", .inputMode(isNegative ? "text" : "numeric"))
  }
}

extension Value {
  /// Whether it is a number below zero.
  var isNegative: Bool {
    switch self {
    case .integer(let integer): integer < 0
    case .real(let real): real < 0
    default: false
    }
  }
}
