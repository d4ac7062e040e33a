import KartotekaModel

/// A group of settings, each a row: a stepper, a switch, or whatever its kind is edited with. A script saves what is
/// changed at once; without one there is a button.
package struct SettingsForm: Component {
  /// Its place among the groups.
  package var number: Int
  package var title: String
  package var note: String?
  package var action: URLPath
  package var fields: [FormField]
  /// The hidden fields of the form.
  package var hidden: [(name: String, value: String)] = []
  /// The secrets that belong to it, each a row that leads to a page of its own.
  package var secrets: [LinkRow] = []

  package init(
    number: Int, title: String, note: String? = nil, action: URLPath, fields: [FormField],
    hidden: [(name: String, value: String)] = [], secrets: [LinkRow] = []
  ) {
    self.number = number
    self.title = title
    self.note = note
    self.action = action
    self.fields = fields
    self.hidden = hidden
    self.secrets = secrets
  }

  /// The identity of a group's heading, to which saving leads back.
  package static func heading(_ number: Int) -> String { "set-\(number)" }

  package func write(to html: inout HTMLWriter) {
    html.element(.h2, .class("over"), .id(Self.heading(number)), text: title)
    html.element(.div, .class("group")) { html in
      if !fields.isEmpty { writeForm(to: &html) }
      if !secrets.isEmpty {
        html.element(.ul) { html in
          for row in secrets { html.element(.li) { $0.add(row) } }
        }
      }
    }
    if let note { html.element(.p, .class("under"), text: note) }
  }

  private func writeForm(to html: inout HTMLWriter) {
    html.element(
      .form, .id("form-\(number)"), .class("sets"), .post, .action(action), .labelled(by: Self.heading(number)),
      .withoutValidation, .autocomplete("off")
    ) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      // Return in a field sends the form by its first button, which would otherwise be one of a stepper's.
      html.element(.button, .isHidden) { _ in }
      for field in fields { write(field, to: &html) }
      html.element(.withoutScript) { html in
        html.element(.p, .class("row")) { html in
          html.element(.button, .classes("btn main small"), text: html.say("Save"))
        }
      }
    }
  }

  private func write(_ field: FormField, to html: inout HTMLWriter) {
    html.element(.div, .class("set")) { html in
      if let attribute = field.attribute, attribute.kind == .boolean {
        // All of the row switches.
        html.element(.label, .class("row")) { html in
          html.element(.span, .classes("grow wrap"), text: html.say(attribute.label))
          FormControls.control(of: field.column).writeControl(field, to: &html)
        }
      } else {
        html.element(.div, .class("row")) { html in
          html.element(.label, .classes("grow wrap"), .for(field.id), text: html.say(field.column.label))
          if let stepper = Stepper(field) {
            stepper.write(to: &html)
          } else {
            FormControls.control(of: field.column).writeControl(field, to: &html)
          }
        }
      }
      if let error = field.error {
        html.element(.p, .class("err"), .id(field.errorID)) { html in
          html.symbol(.alert, .small)
          html.text(error)
        }
      }
    }
  }
}

/// Everything about an application that is not its records: what can be set, data in and out, what it is.
package struct SettingsColumn: Component {
  /// The identity by which live updates know it.
  package static let id = "settings"

  package var title: String
  package var content: [any Component]

  package init(title: String, content: [any Component]) {
    (self.title, self.content) = (title, content)
  }

  package func write(to html: inout HTMLWriter) {
    html.column(title, .allApps) { html in
      html.element(.div, .id(Self.id)) { html in
        for part in content { part.write(to: &html) }
      }
    }
  }
}
