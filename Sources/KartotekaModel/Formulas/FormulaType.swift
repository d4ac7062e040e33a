/// The kind of a formula's value.
package enum FormulaType: Hashable, Sendable {
  /// A whole number or a decimal.
  case number(ExpressionForm)
  /// A text.
  case text
  /// A choice by its value, or a country by its code, which people see by other words.
  case choice
  /// Yes or no.
  case truth
  /// A day.
  case day
  /// A moment.
  case moment
  /// An empty text, which fits every kind.
  case nothing

  /// The kind of an attribute's value; nil for kinds that formulas do not have.
  package init?(_ attribute: AttributeDescription) {
    switch attribute.kind {
    case .integer, .decimal: self = .number(attribute.expressionForm)
    case .choice, .country: self = .choice
    case .text, .mail, .phone, .url: self = .text
    case .boolean: self = .truth
    case .date: self = .day
    case .timestamp: self = .moment
    default: return nil
    }
  }

  /// The scale of a number, else 0.
  package var scale: Int { if case .number(let form) = self { form.scale } else { 0 } }

  /// The kind as an attribute, which the value is shown as.
  package var attribute: AttributeDescription {
    switch self {
    case .number(let form): form.attribute
    case .text, .choice, .nothing: AttributeDescription(name: "value", label: "", kind: .text)
    case .truth: AttributeDescription(name: "value", label: "", kind: .boolean)
    case .day: AttributeDescription(name: "value", label: "", kind: .date)
    case .moment: AttributeDescription(name: "value", label: "", kind: .timestamp)
    }
  }

  /// The words of the kind in messages: a number.
  package var words: FaultText {
    switch self {
    case .number: "a number"
    case .text, .nothing: "a text"
    case .choice: "a choice or a country"
    case .truth: "yes or no"
    case .day: "a day"
    case .moment: "a moment"
    }
  }

  var isNumber: Bool { if case .number = self { true } else { false } }
  /// Whether it can be a number of days: minutes can't.
  var isWhole: Bool {
    if case .number(let form) = self { form.scale == 0 && (form.form == nil || form.form == .year) } else { false }
  }
  /// Whether it is a duration in whole minutes.
  var isDuration: Bool { if case .number(let form) = self { form.scale == 0 && form.form == .duration } else { false } }
  /// Whether it is a number that is read as its digits.
  var isPlainNumber: Bool {
    if case .number(let form) = self { (form.form == nil || form.form == .year) && form.currency == nil } else { false }
  }
  /// A duration in whole minutes.
  static let duration = FormulaType.number(ExpressionForm(scale: 0, form: .duration))
  var hasText: Bool { self != .truth && self != .moment }
}
