/// A sheet to make a record in the middle of another form, which it brings along.
package struct CreationSheet: Component {
  /// "New customer".
  package var title: String
  package var fields: [FormField]
  /// The intents that make the record and that leave the sheet.
  package var intents: (make: FormIntent, leave: FormIntent)
  /// The address of the form.
  package var action = URLPath()
  /// The form below.
  package var hidden: [(name: String, value: String)] = []
  /// The fault of the record as a whole.
  package var fault: String?

  package init(title: String, fields: [FormField], intents: (make: FormIntent, leave: FormIntent)) {
    self.title = title
    self.fields = fields
    self.intents = intents
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.dialog, .classes("sheet tall"), .open, .modal, .labelledBy("st")) { html in
      html.element(.form, .id("n"), .post, .action(action), .edits("new"), .withoutValidation, .autocomplete("off")) {
        html in
        // The first button is the one that Return presses.
        html.element(
          .button, .class("vh"), .name(intents.make.name), .value(intents.make.value), .tabIndex(-1), .decorative
        ) { _ in }
        html.element(.header) { html in
          html.element(
            .button, .class("act"), .name(intents.leave.name), .value(intents.leave.value), .part("cancel"),
            text: html.say("Cancel"))
          html.element(.h2, .id("st"), text: title)
          html.element(
            .button, .classes("act main"), .name(intents.make.name), .value(intents.make.value),
            text: html.say("Save"))
        }
        for (name, value) in hidden { html.hidden(name, value) }
        html.formFields(focused, fault: fault)
      }
    }
  }

  private var focused: [FormField] {
    var fields = fields
    if let first = fields.firstIndex(where: { $0.display == nil }) { fields[first].hasFocus = true }
    return fields
  }
}
