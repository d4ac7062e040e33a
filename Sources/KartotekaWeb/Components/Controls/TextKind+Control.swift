import KartotekaModel

// Names and titles are no words of a dictionary: no red lines below them.
extension TextKind: FormControl {
  func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    guard let attribute = field.attribute, attribute.multiline else {
      return html.input(
        field, type: "text", field.limit(besides: TextKind.longest.oneLine),
        field.attribute?.isTitle == true ? .withoutSpelling : nil,
        field.attribute?.formatter == .uppercase ? .autocapitalize("characters") : nil)
    }
    html.element(
      .textarea, .rows(3), field.limit(besides: TextKind.longest.multiline),
      attribute.placeholder.map { .placeholder(html.say($0)) }, more: field.attributes
    ) { html in
      // HTML drops a line end right behind the start, and a value may begin with one.
      html.text("\n" + field.text)
    }
  }
}

extension FormField {
  /// The most characters to type, where that is fewer than the kind allows anyway.
  func limit(besides usual: Int) -> HTMLAttribute? {
    guard let attribute, attribute.maximumLength < usual else { return nil }
    return .maxLength(attribute.maximumLength)
  }
}
