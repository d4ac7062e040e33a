import KartotekaModel

/// Records to tick, and what is to be done with all that are ticked.
package struct SeveralChoice: Component {
  package var title: String
  package var back: (title: String, href: URLPath)
  /// The address of the form.
  package var action: URLPath
  /// "All 412 people", which means also those that are not shown; nil if only single ones can be meant.
  package var all: String?
  package var choices: [ChoiceForm.Choice]
  /// Shows more records; nil when all are shown, or as many as a page can show.
  package var more: URLPath?
  /// The fields that can be set, with their labels.
  package var fields: [(name: String, label: String)]
  /// The many-to-many relationships, with their labels.
  package var links: [(name: String, label: String)] = []
  /// The actions that can be run on each record, with their titles.
  package var actions: [(name: String, label: String)] = []
  /// The actions that run on some of the records, which lead to their progress.
  package var runs: [LinkRow] = []
  /// The address at which rows are pasted from a spreadsheet.
  package var paste: URLPath?
  /// "Delete…".
  package var delete: String
  /// Why it can't be done.
  package var fault: String?

  package init(
    title: String, back: (title: String, href: URLPath), action: URLPath, all: String?, choices: [ChoiceForm.Choice],
    more: URLPath? = nil, fields: [(name: String, label: String)], delete: String, fault: String? = nil
  ) {
    self.title = title
    self.back = back
    self.action = action
    self.all = all
    self.choices = choices
    self.more = more
    self.fields = fields
    self.delete = delete
    self.fault = fault
  }

  package func write(to html: inout HTMLWriter) {
    html.column(title, .origin(title: back.title, href: back.href)) { html in
      html.element(.form, .id("several"), .post, .action(action)) { html in
        if let fault { html.formFault(fault) }
        if !runs.isEmpty { html.add(RowGroup(rows: runs)) }
        if let paste {
          html.element(.div, .classes("deeds pad")) { html in
            html.element(.a, .class("btn"), .href(paste), text: html.say("Paste rows from a spreadsheet"))
          }
        }
        html.element(.h2, .class("over"), text: html.say("Which cards"))
        html.element(.div, .id("choices"), content: writeChoices)
        // Below what is chosen, and in sight however long that is.
        html.element(.div, .class("work"), content: writeWork)
      }
    }
  }

  private func writeWork(to html: inout HTMLWriter) {
    write(
      fields, FormName.severalField, id: "several-field", label: "Field to set",
      [(.set, html.say("Set the field…"))], to: &html)
    write(
      links, FormName.severalLink, id: "several-link", label: "Links",
      [(.link, html.say("Add a link…")), (.unlink, html.say("Remove a link…"))], to: &html)
    write(
      actions, FormName.severalAction, id: "several-action", label: "Action",
      [(.act, html.say("Run the action…"))], to: &html)
    html.element(.div, .class("deed")) { html in
      button(.export, html.say("Export as CSV"), to: &html)
      button(.delete, delete, to: &html)
    }
  }

  // A choice and the buttons that use it; nothing where there is nothing to choose.
  private func write(
    _ options: [(name: String, label: String)], _ name: String, id: String, label: String,
    _ steps: [(FormName.SeveralStep, String)], to html: inout HTMLWriter
  ) {
    if options.isEmpty { return }
    html.element(.div, .class("deed")) { html in
      html.element(.div, .class("field")) { html in
        html.element(.label, .class("vh"), .for(id), text: html.say(label))
        html.element(.select, .id(id), .name(name)) { html in
          for option in options { html.element(.option, .value(option.name), text: option.label) }
        }
      }
      for (step, text) in steps { button(step, text, to: &html) }
    }
  }

  private func button(_ step: FormName.SeveralStep, _ text: String, to html: inout HTMLWriter) {
    html.element(
      .button, .classes("btn", step == .delete ? " bad" : ""), .name(FormName.severalStep), .value(step.rawValue),
      text: text)
  }

  private func writeChoices(to html: inout HTMLWriter) {
    if let all {
      html.element(.ul, .classes("group ticks")) { html in
        html.choice(.checkbox, FormName.severalAll, "yes", title: all, detail: nil, isChosen: false)
      }
    }
    html.element(.ul, .classes("group ticks")) { html in
      for choice in choices {
        html.choice(
          .checkbox, FormName.tick(choice.id), "yes", title: choice.title, detail: choice.detail,
          isChosen: choice.isChosen)
      }
    }
    if let more {
      html.element(.p, .class("pad")) { html in
        html.element(.a, .class("btn"), .href(more), text: html.say("Show more rows"))
      }
    }
  }
}
