/// A page with an error and its remedy in place of the requested page.
package struct ErrorPage: Component {
  /// The error, for the person: "There is no such card".
  package var title: String
  /// The remedy.
  package var text: String
  /// The request's number, by which the log knows it.
  package var reference: String?
  package var buttons: [ActionButton]
  /// Whether a script may offer the unsaved input for the deleted record.
  package var offersDraft = false
  /// The texts of the refused form; nil for none.
  package var sent: SentTexts?

  package init(title: String, text: String, reference: String? = nil, buttons: [ActionButton]) {
    (self.title, self.text, self.reference, self.buttons) = (title, text, reference, buttons)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .class("empty")) { html in
        html.unescaped(trustedHTML: EmptyState.drawing)
        html.element(.h1, .id("lt"), text: title)
        html.element(.p, text: text)
        if offersDraft {
          html.element(.p, .id("draft"), .class("restored"), .role("status"), .isHidden) { html in
            html.words("What you typed is still here.")
            html.element(.button, .type("button"), .classes("btn small"), text: html.say("Show it"))
          }
        }
        if let reference {
          html.element(.p, .classes("foot mono"), text: reference)
        }
        html.element(.div, .class("deeds")) { html in
          for (index, button) in buttons.enumerated() { html.actionButton(button, isMain: index == 0) }
        }
      }
      if let sent { html.add(sent) }
    }
  }
}
