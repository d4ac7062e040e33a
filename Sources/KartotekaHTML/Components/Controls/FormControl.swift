import KartotekaModel

/// The control with which values of a kind are edited in a form. `Controls/KindControls.swift` has the controls of all kinds.
protocol FormControl {
  /// Writes the control; its label stands before it and leads to ``FormField/id``.
  func writeControl(_ field: FormField, to html: inout HTMLWriter)
  /// The text that the control shows for a value's text: a country's name, an amount in the person's language.
  func edited(_ text: String, of field: FormField, _ say: Localizer) -> String
}

extension FormControl {
  func edited(_ text: String, of field: FormField, _ say: Localizer) -> String { text }
}

/// The controls there are.
enum FormControls {
  /// The control of a kind; nil where one was forgotten, which a test tells.
  static func control(of kind: any AttributeKind) -> (any FormControl)? { kind as? any FormControl }

  /// The control of an attribute or a relationship.
  static func control(of column: ColumnDescription) -> any FormControl {
    switch column {
    case .attribute(let attribute): control(of: attribute.behavior) ?? TextKind()
    case .toOne: RelatedControl()
    }
  }
}

extension FormField {
  /// The attribute's description; nil for a relationship.
  package var attribute: AttributeDescription? {
    if case .attribute(let attribute) = column { attribute } else { nil }
  }

  /// The text that its control shows for a value's text.
  func edited(_ text: String, _ say: Localizer) -> String {
    FormControls.control(of: column).edited(text, of: self, say)
  }
}

extension HTMLWriter {
  /// An input with what all have, its value, and what is particular about its kind.
  mutating func input(_ field: FormField, type: StaticString, value: String? = nil, _ more: HTMLAttribute?...) {
    let placeholder = field.attribute?.placeholder.map { say($0) } ?? field.placeholder
    void(
      .input, .type(type), .value(value ?? field.text), placeholder.map { .placeholder($0) },
      more: field.attributes + more)
  }

  /// A choice of values with their names; an empty one first where none may be chosen.
  mutating func select(_ field: FormField, emptyName: String?, options: [(value: String, name: String)]) {
    let isKnown = options.contains { $0.value == field.text }
    element(.select, more: field.attributes) { html in
      // A value that another program has stored stays until a person chooses another one.
      let isForeign = !isKnown && !field.text.isEmpty && field.attribute?.source != nil
      if isForeign { html.element(.option, .value(field.text), .selected, text: field.text) }
      if emptyName != nil || !isKnown { html.element(.option, .value(""), text: emptyName ?? "") }
      for (value, name) in options {
        html.element(.option, .value(value), value == field.text ? .selected : nil, text: name)
      }
    }
  }
}
