/// A page that says what went wrong and what to do, in place of what was asked for.
package struct ErrorPage: Component {
  /// What went wrong, for the person: "There is no such card".
  package var title: String
  /// What to do about it.
  package var text: String
  /// The request's number, by which the log knows it.
  package var reference: String?
  package var deeds: [DeedButton]

  package init(title: String, text: String, reference: String? = nil, deeds: [DeedButton]) {
    (self.title, self.text, self.reference, self.deeds) = (title, text, reference, deeds)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .class("empty")) { html in
        html.unescaped(trustedHTML: EmptyState.drawing)
        html.element(.h1, .id("lt"), text: title)
        html.element(.p, text: text)
        if let reference {
          html.element(.p, .classes("foot mono"), text: reference)
        }
        html.element(.div, .class("deeds")) { html in
          for (index, deed) in deeds.enumerated() { html.deedButton(deed, isMain: index == 0) }
        }
      }
    }
  }
}
