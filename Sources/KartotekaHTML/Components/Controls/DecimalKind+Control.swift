import KartotekaModel

extension DecimalKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    let isNegative = field.attribute.map { $0.minimum.isNull || $0.minimum.isNegative } ?? true
    guard let attribute = field.attribute, let currency = attribute.currency else {
      return html.input(field, type: "text", .inputMode(isNegative ? "text" : "decimal"))
    }
    let sign = html.say.currencySign(currency)
    let text = Self.edited(field.text, attribute, html.say)
    // Rows of a table have the sign in their other rows.
    let sides = field.form == nil ? [sign.isBefore, !sign.isBefore] : [false, false]
    html.element(.span, .class("money")) { html in
      if sides[0] { html.element(.span, .class("dim"), .decorative, text: sign.text) }
      html.input(field, type: "text", value: text, .inputMode(isNegative ? "text" : "decimal"))
      if sides[1] { html.element(.span, .class("dim"), .decorative, text: sign.text) }
    }
  }

  /// An amount of money as it is edited: with the mark that the language has before the cents. What somebody has typed
  /// stays as it is.
  static func edited(_ text: String, _ attribute: AttributeDescription, _ say: Localizer) -> String {
    let digits = text.split(separator: ".", omittingEmptySubsequences: false)
    guard attribute.currency != nil, digits.count == 2, digits[1].count == attribute.scale
    else { return text }
    return digits.joined(separator: say.language.decimalMark)
  }
}
