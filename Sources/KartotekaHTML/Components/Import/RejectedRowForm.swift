/// A whole row that could not be loaded, with everything that stands in it.
package struct RejectedRowForm: Component {
  /// One of its fields.
  package struct Field {
    package var name: String
    package var heading: String
    /// The label of the attribute, if it differs from the heading.
    package var label: String?
    package var text: String
    /// The faults of the value.
    package var faults: [String]

    package init(name: String, heading: String, label: String? = nil, text: String, faults: [String]) {
      self.name = name
      self.heading = heading
      self.label = label
      self.text = text
      self.faults = faults
    }
  }

  package var action: URLPath
  /// The fault of the row as a whole.
  package var notice: String?
  package var fields: [Field]

  package init(action: URLPath, notice: String? = nil, fields: [Field]) {
    (self.action, self.notice, self.fields) = (action, notice, fields)
  }

  package func write(to html: inout HTMLWriter) {
    if let notice { html.notice(notice) }
    html.element(.form, .id("row"), .post, .action(action), .autocomplete("off")) { html in
      html.element(.ul, .class("group")) { html in
        for field in fields { html.element(.li, .class("line")) { write(field, to: &$0) } }
      }
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), text: html.say("Load this row"))
        html.element(
          .button, .classes("btn bad"), .name(FormIntent.discard.name), .value(FormIntent.discard.value),
          text: html.say("Discard this row"))
      }
    }
  }

  private func write(_ field: Field, to html: inout HTMLWriter) {
    html.element(.div) { html in
      html.element(.label, .class("strong"), .for(field.name), text: field.heading)
      if let label = field.label { html.element(.p, .class("foot"), text: label) }
    }
    html.element(.div) { html in
      let invalid = field.faults.isEmpty ? nil : HTMLAttribute.invalid
      let described = field.faults.isEmpty ? nil : HTMLAttribute.describedBy(field.name + "-e")
      if field.text.utf8.count > 60 || field.text.contains("\n") {
        html.element(
          .textarea, .classes("in mono"), .id(field.name), .name(field.name), .rows(3), invalid, described,
          .withoutSpelling, text: field.text)
      } else {
        html.void(
          .input, .classes("in mono"), .id(field.name), .name(field.name), .value(field.text), invalid, described,
          .withoutSpelling)
      }
      if !field.faults.isEmpty {
        html.element(.p, .class("err"), .id(field.name + "-e"), text: field.faults.joined(separator: "; "))
      }
    }
  }
}

/// The question before rejected rows are deleted permanently.
package struct ImportForgetting: Component {
  package var action: URLPath
  /// Back to the rows.
  package var cancel: URLPath
  /// "Throw away 12 rows".
  package var verb: String

  package init(action: URLPath, cancel: URLPath, verb: String) {
    (self.action, self.cancel, self.verb) = (action, cancel, verb)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .post, .action(action)) { html in
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), text: verb)
        html.element(.a, .class("btn"), .href(cancel), text: html.say("Cancel"))
      }
    }
  }
}
