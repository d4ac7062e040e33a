/// The last change set of the session, with the buttons Undo and Redo. It stays until the next change.
package struct UndoBar: Component {
  /// "Deleted Tomasz Kowalski".
  package var text: String
  /// Where undoing is sent to; nil where there is nothing to undo.
  package var undo: URLPath?
  /// Where doing it again is sent to; nil where nothing was undone.
  package var redo: URLPath?
  /// The address to come back to.
  package var returnTo: URLPath

  package init(text: String, undo: URLPath? = nil, redo: URLPath? = nil, returnTo: URLPath) {
    (self.text, self.undo, self.redo, self.returnTo) = (text, undo, redo, returnTo)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .class("undo"), .role("status")) { html in
      html.element(.span, .class("grow"), text: text)
      if let undo {
        html.element(.form, .post, .action(undo), .class("undoes")) { html in
          html.hidden("returnTo", returnTo.text)
          html.element(.button, .class("btn")) { html in
            html.symbol(.undo, .small)
            html.words("Undo")
          }
        }
      }
      if let redo {
        html.element(.form, .post, .action(redo), .class("redoes")) { html in
          html.hidden("returnTo", returnTo.text)
          html.element(.button, .class("btn")) { $0.words("Redo") }
        }
      }
      html.element(.button, .type("button"), .class("ib"), .label(html.say("Close"))) { $0.symbol(.x, .small) }
    }
  }
}
