import KartotekaModel
import KartotekaScreens

/// A whole number between a least and a greatest one: it can be typed, and made one less or one more.
package struct Stepper: Component {
  private let field: FormField
  private let range: ClosedRange<Int64>

  /// The stepper of a field; nil where it is no whole number with both ends.
  package init?(_ field: FormField) {
    guard let attribute = field.attribute, let range = Self.range(of: attribute) else { return nil }
    self.field = field
    self.range = range
  }

  package func write(to html: inout HTMLWriter) {
    let label = Phrase.Argument.text(html.say(field.column.label))
    html.element(.div, .class("step")) { html in
      button(FormName.stepDown, .minus, html.say("Fewer: {setting}", ["setting": label]), to: &html)
      html.input(
        field, type: "text", .inputMode(range.lowerBound < 0 ? "text" : "numeric"), .role("spinbutton"),
        .least(range.lowerBound), .greatest(range.upperBound), Int64(field.text).map { .now($0) })
      button(FormName.stepUp, .plus, html.say("More: {setting}", ["setting": label]), to: &html)
    }
  }

  private func button(_ name: String, _ symbol: Symbol, _ label: String, to html: inout HTMLWriter) {
    html.element(.button, .id(field.id + name), .name(name), .value(field.column.name), .label(label)) { html in
      html.symbol(symbol, .small)
    }
  }

  /// The value of a setting after a button was pressed; nil if none was, or if it is no number.
  package static func stepped(_ form: SubmittedForm, _ settings: EntityDescription) -> (name: String, text: String)? {
    guard let (name, step) = FormMessage(form).step, let attribute = settings.attribute(name),
      let range = range(of: attribute), let number = Int64((form[name] ?? "").trimmingSpaces())
    else { return nil }
    let (next, overflow) = number.addingReportingOverflow(step)
    let stepped = overflow ? number : next
    return (name, String(min(max(stepped, range.lowerBound), range.upperBound)))
  }

  private static func range(of attribute: AttributeDescription) -> ClosedRange<Int64>? {
    guard attribute.kind == .integer, attribute.form == nil, case .integer(let least) = attribute.minimum,
      case .integer(let greatest) = attribute.maximum, least <= greatest
    else { return nil }
    return least...greatest
  }
}
