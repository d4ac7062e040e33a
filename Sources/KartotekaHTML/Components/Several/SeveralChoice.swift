import KartotekaModel

/// Records to tick, and what is to be done with all that are ticked.
package struct SeveralChoice: Component {
  package var title: String
  package var back: (title: String, href: URLPath)
  /// Where it is sent to.
  package var action: URLPath
  /// "All 412 people", which means also those that are not shown.
  package var all: String
  package var choices: [ChoiceSheet.Choice]
  /// Shows more records; nil when all are shown, or as many as a page can show.
  package var more: URLPath?
  /// The fields that can be set, with their labels.
  package var fields: [(name: String, label: String)]
  /// "Delete…".
  package var delete: String
  /// Why it can't be done.
  package var fault: String?

  package init(
    title: String, back: (title: String, href: URLPath), action: URLPath, all: String, choices: [ChoiceSheet.Choice],
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
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .classes("wide narrow")) { html in
        html.navigationBar(NavigationBar(leading: .origin(title: back.title, href: back.href), title: title)) { _ in }
        html.largeTitle(title, isMain: true)
        html.element(.form, .id("several"), .post, .action(action)) { html in
          if let fault { html.formFault(fault) }
          writeWork(to: &html)
          html.element(.h2, .class("over"), text: html.say("Which cards"))
          html.element(.div, .id("choices"), content: writeChoices)
        }
      }
    }
  }

  private func writeWork(to html: inout HTMLWriter) {
    if !fields.isEmpty {
      html.element(.div, .class("group")) { html in
        html.element(.div, .class("field")) { html in
          html.element(.label, .for("several-field"), text: html.say("Field to set"))
          html.element(.select, .id("several-field"), .name(FormName.severalField)) { html in
            for field in fields { html.element(.option, .value(field.name), text: field.label) }
          }
        }
      }
    }
    html.element(.div, .classes("deeds pad")) { html in
      if !fields.isEmpty {
        html.element(
          .button, .classes("btn main"), .name(FormName.severalStep), .value(FormName.SeveralStep.set.rawValue),
          text: html.say("Set the field…"))
      }
      html.element(
        .button, .classes("btn bad"), .name(FormName.severalStep), .value(FormName.SeveralStep.delete.rawValue),
        text: delete)
    }
  }

  private func writeChoices(to html: inout HTMLWriter) {
    html.element(.ul, .classes("group ticks")) { html in
      html.choice(.checkbox, FormName.severalAll, "yes", title: all, detail: nil, isChosen: false)
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
