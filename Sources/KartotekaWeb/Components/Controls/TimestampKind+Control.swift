import KartotekaModel

/// A moment is edited in UTC, as it is stored and as text without an offset is read.
extension TimestampKind: FormControl {
  func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    guard let moment = Timestamp.date(field.text) else {
      return html.input(field, type: field.text.isEmpty ? "datetime-local" : "text", .step("1"))
    }
    html.input(field, type: "datetime-local", value: Self.local(Timestamp.text(moment)), .step("1"))
  }

  /// `2026-11-21T09:12:00.000Z` as browsers write it: `2026-11-21T09:12`, seconds only where there are some.
  static func local(_ text: String) -> String {
    var text = text.dropLast()
    if text.hasSuffix(".000") { text = text.dropLast(4) }
    if text.hasSuffix(":00"), text.utf8.count == 19 { text = text.dropLast(3) }
    return String(text)
  }
}
