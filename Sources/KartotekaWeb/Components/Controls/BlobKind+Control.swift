import KartotekaModel

/// Bytes have an address of their own, which pictures and files are put to. A form shows how many there are
/// (``FormField/display``), or how they come in.
extension BlobKind: FormControl {
  func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    html.element(.output, .id(field.id), .class("dim"), text: html.say("Files come in through the API"))
  }
}
