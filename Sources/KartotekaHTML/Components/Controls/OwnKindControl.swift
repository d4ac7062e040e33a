import KartotekaModel

/// A field of a kind of an application's own: the value as people read it, with the keys that its type asks for.
extension OwnKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    var field = field
    field.text = edited(field.text, field, html.say)
    field.stored = field.stored.map { edited($0, field, html.say) }
    let (type, mode) = input.keyboard.tokens
    html.input(
      field, type: type, .inputMode(mode), .autocapitalize(input.isUppercase ? "characters" : "off"), .withoutSpelling)
  }

  // The displayed form of a value. Invalid text stays as it was typed.
  private func edited(_ text: String, _ field: FormField, _ say: Localizer) -> String {
    guard let attribute = field.attribute, !text.isEmpty, let value = try? value(text: text, for: attribute),
      self.text(value, for: attribute) == text
    else { return text }
    return display(value, for: attribute, in: say)
  }
}

extension InputHints.Keyboard {
  /// The type and the mode of an input. Types that browsers check are left out: the value's own type checks it.
  fileprivate var tokens: (type: StaticString, mode: StaticString) {
    switch self {
    case .text: ("text", "text")
    case .digits: ("text", "numeric")
    case .decimal: ("text", "decimal")
    case .phone: ("tel", "tel")
    case .mail: ("text", "email")
    case .web: ("text", "url")
    }
  }
}
