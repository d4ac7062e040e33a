/// A sheet to make a record in the middle of another form, which it brings along.
struct CreationSheet: Component {
  /// "New customer".
  var title: String
  var fields: [FormField]
  /// What is sent to make it, and to leave without.
  var deeds: (make: String, leave: String)
  /// Where it is sent to.
  var action = URLPath()
  /// The form below.
  var hidden: [(name: String, value: String)] = []
  /// What is wrong with the record as a whole.
  var fault: String?

  init(title: String, fields: [FormField], deeds: (make: String, leave: String)) {
    self.title = title
    self.fields = fields
    self.deeds = deeds
  }

  func write(to html: inout HTMLWriter) {
    html.element(.dialog, .classes("sheet tall"), .open, .modal, .labelledBy("st")) { html in
      html.element(.form, .id("n"), .post, .action(action), .edits("new"), .withoutValidation, .autocomplete("off")) {
        html in
        // The first button is the one that Return presses.
        html.element(.button, .class("vh"), .name("_deed"), .value(deeds.make), .tabIndex(-1), .decorative) { _ in }
        html.element(.header) { html in
          html.element(
            .button, .class("act"), .name("_deed"), .value(deeds.leave), .part("cancel"), text: html.say("Cancel"))
          html.element(.h2, .id("st"), text: title)
          html.element(.button, .classes("act main"), .name("_deed"), .value(deeds.make), text: html.say("Save"))
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
