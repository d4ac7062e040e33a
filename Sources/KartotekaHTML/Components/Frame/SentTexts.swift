/// The texts of a form that was refused, to be copied.
package struct SentTexts: Component {
  /// Labels and texts.
  package var texts: [(label: String, text: String)]

  package init(_ texts: [(label: String, text: String)]) { self.texts = texts }

  package func write(to html: inout HTMLWriter) {
    html.over(html.say("What you typed"))
    html.element(.div, .class("group")) { html in
      for (number, (label, text)) in texts.enumerated() {
        let id = "sent-\(number)"
        let lines = min(12, max(1, text.count { $0 == "\n" } + 1))
        html.element(.div, .class("field")) { html in
          html.element(.label, .for(id), text: label)
          html.element(
            .textarea, .id(id), .rows(Int64(lines)), .readOnly, .withoutSpelling
          ) { html in
            // HTML drops a line end right behind the start, and a text may begin with one.
            html.text("\n" + text)
          }
        }
      }
    }
  }
}
