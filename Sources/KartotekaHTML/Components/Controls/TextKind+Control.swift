import KartotekaModel

// Names and titles are no words of a dictionary: no red lines below them.
extension TextKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    guard let attribute = field.attribute, attribute.multiline || field.wraps else {
      return html.input(
        field, type: "text", field.limit(besides: TextKind.longest.oneLine),
        field.attribute?.isTitle == true ? .withoutSpelling : nil,
        field.attribute?.formatter == .uppercase ? .autocapitalize("characters") : nil)
    }
    html.element(
      .textarea, .rows(attribute.multiline ? 3 : 1),
      field.limit(besides: attribute.multiline ? TextKind.longest.multiline : TextKind.longest.oneLine),
      attribute.isTitle ? .withoutSpelling : nil, attribute.placeholder.map { .placeholder(html.say($0)) },
      more: field.attributes
    ) { html in
      // HTML drops a line end right behind the start, and a value may begin with one.
      html.text("\n" + field.text)
    }
  }
}

extension FormField {
  /// The most characters of a text of one line that stands in one line.
  private static let longestLine = 120

  /// Whether it is a text of one line that may be too long for the width of a phone and is shown in several.
  fileprivate var wraps: Bool {
    guard !isInTable, let attribute, !attribute.multiline, attribute.formatter == nil else { return false }
    return attribute.maximumLength > Self.longestLine
  }

  /// The most characters to type, where that is fewer than the kind allows anyway.
  func limit(besides usual: Int) -> HTMLAttribute? {
    guard let attribute, attribute.maximumLength < usual else { return nil }
    return .maxLength(attribute.maximumLength)
  }
}
