import KartotekaModel

/// Records to tick, and what is to be done with all that are ticked.
package struct SeveralChoice: Component {
  package var title: String
  package var back: (title: String, href: URLPath)
  /// The address of the form.
  package var action: URLPath
  package var choices: [ChoiceForm.Choice]
  /// Shows more records; nil when all are shown, or as many as a page can show.
  package var more: URLPath?
  /// The buttons for what is done with the ticked ones.
  package var bar: SeveralBar
  /// The actions that run on some of the records, which lead to their progress.
  package var runs: [LinkRow] = []
  /// The address at which rows are pasted from a spreadsheet.
  package var paste: URLPath?
  /// Why it can't be done.
  package var fault: String?

  package init(
    title: String, back: (title: String, href: URLPath), action: URLPath, choices: [ChoiceForm.Choice],
    more: URLPath? = nil, bar: SeveralBar, fault: String? = nil
  ) {
    self.title = title
    self.back = back
    self.action = action
    self.choices = choices
    self.more = more
    self.bar = bar
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
        html.add(bar)
      }
    }
  }

  private func writeChoices(to html: inout HTMLWriter) {
    if let all = bar.all?.title {
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
