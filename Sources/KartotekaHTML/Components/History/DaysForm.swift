/// A form that narrows a history down to the days from one to another, both included.
package struct DaysForm: Component {
  /// One of the two days. Its text is the day as it was typed: `2026-11-20`.
  package typealias Field = MomentForm.Field

  package var action: URLPath
  package var fields: [Field]
  package var hidden: [(name: String, value: String)]
  /// The text of the button.
  package var verb: String
  package var fault: String?
  /// The days in words; nil if none are chosen, or they are those of a link above the form.
  package var chosen: String?

  package init(
    action: URLPath, fields: [Field], hidden: [(name: String, value: String)], verb: String, fault: String? = nil
  ) {
    (self.action, self.fields, self.hidden, self.verb, self.fault) = (action, fields, hidden, verb, fault)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .id("days"), .class("days"), .action(action)) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      for field in fields {
        html.element(.p) { html in
          html.element(.label, .class("foot"), .for("d-" + field.name), text: field.label)
          html.void(
            .input, .class("in"), .id("d-" + field.name), .name(field.name), .type("date"), .value(field.text))
        }
      }
      html.element(.button, .class("btn"), text: verb)
    }
    if let fault { html.formFault(fault) }
  }
}
