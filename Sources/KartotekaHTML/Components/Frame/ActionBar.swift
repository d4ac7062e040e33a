/// The actions of an application, or of one of its records: a row to press for each.
package struct ActionBar: Component {
  package var title: String
  package var buttons: [ActionButton]

  package init(title: String, buttons: [ActionButton]) {
    (self.title, self.buttons) = (title, buttons)
  }

  package func write(to html: inout HTMLWriter) {
    let buttons = self.buttons.filter { $0.target.isOffered(by: html) }
    if buttons.isEmpty, !self.buttons.isEmpty { return }
    let hasSymbols = buttons.contains { $0.symbol != nil }
    html.element(.h2, .class("over"), .id("actions"), text: title)
    html.element(.form, .classes("group", hasSymbols ? " syms" : ""), .post, .labelledBy("actions")) { html in
      for button in buttons {
        let classes = HTMLAttribute.classes("row", button.isDangerous ? " bad" : "")
        switch button.target {
        case .link(let href): html.element(.a, classes, .href(href)) { write(button, hasSymbols, to: &$0) }
        case .post(let action):
          html.element(.button, classes, .formAction(action)) { write(button, hasSymbols, to: &$0) }
        }
      }
    }
  }

  // Titles stand below one another, also those of actions without a symbol.
  private func write(_ button: ActionButton, _ hasSymbols: Bool, to html: inout HTMLWriter) {
    if let symbol = button.symbol {
      html.symbol(symbol)
    } else if hasSymbols {
      html.element(.span, .class("i"), .decorative) { _ in }
    }
    html.element(.span, .classes("grow t wrap"), text: button.title)
  }
}
