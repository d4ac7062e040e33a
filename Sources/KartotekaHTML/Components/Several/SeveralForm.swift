import KartotekaModel

/// The last step before several records are changed: how many they are, and the value that they get.
package struct SeveralForm: Component {
  /// "Set a field in 412 people".
  package var title: String
  package var back: (title: String, href: URLPath)
  package var action: URLPath
  /// The hidden fields: the chosen records, and the change.
  package var hidden: [(name: String, value: String)]
  /// The field whose value is set, or the inputs of an action, with the records that a field can lead to; nil for an
  /// attribute.
  package var fields: [(field: FormField, options: [(value: String, name: String)]?)] = []
  package var note: String
  /// The verb on the button.
  package var verb: String
  /// Whether it destroys something.
  package var isDangerous = false
  /// Why it can't be done.
  package var fault: String?

  package init(
    title: String, back: (title: String, href: URLPath), action: URLPath, hidden: [(name: String, value: String)],
    note: String, verb: String, isDangerous: Bool = false, fault: String? = nil
  ) {
    self.title = title
    self.back = back
    self.action = action
    self.hidden = hidden
    self.note = note
    self.verb = verb
    self.isDangerous = isDangerous
    self.fault = fault
  }

  package func write(to html: inout HTMLWriter) {
    html.column(title, .origin(title: back.title, href: back.href)) { html in
      html.element(
        .form, .id("several"), .post, .action(action), .withoutValidation, .autocomplete("off")
      ) { html in
        for (name, value) in hidden { html.hidden(name, value) }
        if let fault { html.formFault(fault) }
        if !fields.isEmpty {
          html.element(.div, .class("group")) { html in
            for (field, options) in fields { write(field, options, to: &html) }
          }
        }
        html.element(.p, .classes("pad dim"), text: note)
        html.element(.div, .classes("deeds pad")) { html in
          html.element(.button, .classes("btn", isDangerous ? " bad" : " main"), text: verb)
          html.element(.a, .class("btn"), .href(back.href), .part("cancel"), text: html.say("Cancel"))
        }
      }
    }
  }

  private func write(
    _ field: FormField, _ options: [(value: String, name: String)]?, to html: inout HTMLWriter
  ) {
    guard let options else { return html.formField(field) }
    html.element(.div, .class("field")) { html in
      html.element(.label, .for(field.id), text: html.say(field.column.label))
      html.select(field, emptyName: field.column.isRequired ? nil : "–", options: options)
      html.fault(of: field)
    }
  }
}
