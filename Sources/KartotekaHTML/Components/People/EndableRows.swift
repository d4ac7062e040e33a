import KartotekaModel

/// Sessions, tokens or links, each with a button that ends it.
package struct EndableRows: Component {
  /// One of them.
  package struct Row {
    package var title: String
    package var detail: String
    /// The value that the button sends; nil for a row without one.
    package var value: String?

    package init(title: String, detail: String, value: String?) {
      (self.title, self.detail, self.value) = (title, detail, value)
    }
  }

  package var title: String
  /// The address and the name of what the buttons send.
  package var action: URLPath
  package var name: String
  package var rows: [Row]
  /// The text of the buttons.
  package var verb: String
  package var note: String?
  /// The values that the form sends besides.
  package var hidden: [(name: String, value: String)] = []

  package init(title: String, action: URLPath, name: String, rows: [Row], verb: String, note: String? = nil) {
    (self.title, self.action, self.name) = (title, action, name)
    (self.rows, self.verb, self.note) = (rows, verb, note)
  }

  package func write(to html: inout HTMLWriter) {
    guard !rows.isEmpty else { return }
    html.over(title)
    html.element(.form, .post, .action(action)) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      html.element(.ul, .class("group")) { html in
        for row in rows {
          html.element(.li) { html in
            html.element(.div, .class("row")) { html in
              html.element(.span, .class("grow")) { html in
                html.element(.span, .classes("t wrap"), text: row.title)
                html.element(.span, .classes("d wrap"), text: row.detail)
              }
              if let value = row.value {
                html.element(
                  .button, .classes("btn small"), .name(name), .value(value), .label("\(verb): \(row.title)"),
                  text: verb)
              }
            }
          }
        }
      }
    }
    if let note { html.element(.p, .class("under"), text: note) }
  }
}

/// A key that is shown once.
package struct ShownOnce: Component {
  package var text: String
  package var note: String

  package init(text: String, note: String) { (self.text, self.note) = (text, note) }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .class("group")) { html in
      html.element(.p, .classes("row address mono"), .role("status"), text: text)
    }
    html.element(.p, .class("under"), text: note)
  }
}
