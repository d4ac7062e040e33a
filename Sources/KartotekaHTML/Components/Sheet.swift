/// A sheet to fill in a new record: it rises from below on a phone and stands in the middle of a desk. It is
/// a page of its own, above the list it was opened from.
package struct NewRecordSheet: Component {
  /// "New person".
  package var title: String
  /// The address of the form: `/userscrud/users`.
  package var action: URLPath
  /// The target of Cancel.
  package var cancel: URLPath
  package var fields: [FormField]
  /// The hidden fields of the form, such as the search to return to.
  package var hidden: [(name: String, value: String)] = []
  /// The fault of the record as a whole.
  package var fault: String?
  /// A note below the fields.
  package var note: String?
  /// The verb on the button; "Save" unless it is given.
  package var verb: String?
  /// The word on the button that leaves the sheet; "Cancel" unless it is given.
  package var dismissal: String?
  /// The words of a button that tries the form without saving; nil for none.
  package var trial: String?
  /// Whether the browser keeps what is typed when the page is left.
  package var isRestorable = true
  /// The address that checks the form by rules before it is saved; nil without rules.
  package var check: URLPath?
  /// Rows below the fields that lead elsewhere.
  package var links: [LinkRow] = []
  /// Related records that are ticked before the record is saved.
  package var ticked: [TickedSection] = []

  package init(
    title: String, action: URLPath, cancel: URLPath, fields: [FormField], hidden: [(name: String, value: String)] = [],
    fault: String? = nil, note: String? = nil, verb: String? = nil
  ) {
    self.title = title
    self.action = action
    self.cancel = cancel
    self.fields = fields
    self.hidden = hidden
    self.fault = fault
    self.note = note
    self.verb = verb
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.dialog, .class("sheet"), .open, .modal, .labelledBy("st")) { html in
      html.element(
        .form, .id("n"), .post, .action(action), .edits("new"), .withoutValidation, .autocomplete("off"),
        more: [
          isRestorable ? .restorable(html.say("Restored what you had typed.")) : nil,
          fields.contains { $0.file != nil } ? .multipart : nil, check.map { .checks($0) },
        ]
      ) { html in
        html.element(.header) { html in
          html.element(.a, .class("act"), .href(cancel), .part("cancel"), text: dismissal ?? html.say("Cancel"))
          html.element(.h2, .id("st"), text: title)
          html.element(.button, .classes("act main"), text: verb ?? html.say("Save"))
        }
        for (name, value) in hidden { html.hidden(name, value) }
        html.formFields(focused, fault: fault)
        for section in ticked { html.add(section) }
        if let trial {
          html.element(.p, .class("pad")) { html in
            html.element(
              .button, .id("trial"), .classes("btn small"), .name(FormIntent.find.name), .value(FormIntent.find.value),
              text: trial)
          }
        }
        if let note { html.element(.p, .id("result"), .classes("pad sub dim"), .role("status"), text: note) }
        if !links.isEmpty {
          html.element(.ul, .classes("group syms apart")) { html in
            for link in links { html.element(.li) { $0.add(link) } }
          }
        }
      }
    }
  }

  // Typing starts in the first field that takes any.
  private var focused: [FormField] {
    var fields = fields
    if let first = fields.firstIndex(where: { $0.display == nil }) { fields[first].hasFocus = true }
    return fields
  }
}

/// A sheet that asks before something happens that undo can't bring back, or that reaches further than it
/// looks.
package struct ConfirmSheet: Component {
  /// The question: "Delete Northwind?".
  package var title: String
  /// The explanation.
  package var text: String
  /// The other affected records.
  package var affected: [Affected] = []
  /// The verb on the button.
  package var verb: String
  /// The address of the form.
  package var action: URLPath
  package var cancel: URLPath
  /// Whether it destroys something.
  package var isDangerous = true
  /// The hidden fields of the form.
  package var hidden: [(name: String, value: String)] = []
  /// Whether its button sends that the question was answered with yes.
  package var confirms = false
  /// Whether it asks about a form that is not saved yet, which Cancel shows again.
  package var isDraft = false

  package init(
    title: String, text: String, affected: [Affected] = [], verb: String, action: URLPath, cancel: URLPath,
    isDangerous: Bool = true, hidden: [(name: String, value: String)] = [], confirms: Bool = false,
    isDraft: Bool = false
  ) {
    self.title = title
    self.text = text
    self.affected = affected
    self.verb = verb
    self.action = action
    self.cancel = cancel
    self.isDangerous = isDangerous
    self.hidden = hidden
    self.confirms = confirms
    self.isDraft = isDraft
  }

  package func write(to html: inout HTMLWriter) {
    html.element(
      .dialog, .classes("sheet ask"), .open, .modal, .labelledBy("st"), .describedBy("sd")
    ) { html in
      html.element(.div) { html in
        html.element(.h2, .id("st"), text: title)
        html.element(.p, .class("dim"), .id("sd"), text: text)
      }
      if !affected.isEmpty {
        html.element(.ul, .class("group")) { html in
          for line in affected { html.element(.li) { write(line, to: &$0) } }
        }
      }
      html.element(.form, .post, .action(action), .class("deeds")) { html in
        for (name, value) in hidden { html.hidden(name, value) }
        if isDraft {
          html.element(
            .button, .class("btn"), .name(FormIntent.edit.name), .value(FormIntent.edit.value), .part("cancel"),
            .autofocus,
            text: html.say("Cancel"))
        } else {
          html.element(.a, .class("btn"), .href(cancel), .part("cancel"), .autofocus, text: html.say("Cancel"))
        }
        html.element(
          .button, .classes("btn", isDangerous ? " bad" : " main"), confirms ? .name(FormName.confirmation.name) : nil,
          confirms ? .value(FormName.confirmation.value) : nil, text: verb)
      }
    }
  }

  /// Records that what happens touches, too.
  package struct Affected {
    /// "12 orders will be deleted too".
    package var text: String
    /// The titles of the first of them.
    package var names: String

    package init(text: String, names: String) {
      (self.text, self.names) = (text, names)
    }
  }

  private func write(_ line: Affected, to html: inout HTMLWriter) {
    html.element(.span, .class("row")) { html in
      html.element(.span, .class("grow")) { html in
        html.element(.span, .classes("t wrap"), text: line.text)
        if !line.names.isEmpty { html.element(.span, .classes("d wrap"), text: line.names) }
      }
    }
  }
}

/// A sheet that says why something can't be done, and leads to what stands in the way.
package struct RefusalSheet: Component {
  /// The refusal: "Chai can't be deleted".
  package var title: String
  /// Why, and what to do.
  package var text: String
  /// The records that prevent it.
  package var groups: [RowGroup]
  /// The target of Close.
  package var close: URLPath

  package init(title: String, text: String, groups: [RowGroup], close: URLPath) {
    (self.title, self.text, self.groups, self.close) = (title, text, groups, close)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.dialog, .classes("sheet ask"), .open, .modal, .labelledBy("st"), .describedBy("sd")) { html in
      html.element(.div) { html in
        html.element(.h2, .id("st"), text: title)
        html.element(.p, .class("dim"), .id("sd"), text: text)
      }
      for group in groups { html.add(group) }
      html.element(.div, .class("deeds")) { html in
        html.element(.a, .classes("btn main"), .href(close), .part("cancel"), .autofocus, text: html.say("Close"))
      }
    }
  }
}
