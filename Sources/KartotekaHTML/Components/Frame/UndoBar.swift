/// The last change set of the session, with one button: Undo, or Redo after an undo. The script `undo.js` hides it after
/// some seconds; the other button stays for the keyboard.
package struct UndoBar: Component {
  package enum Offer {
    case undo, redo
  }

  /// "Deleted Tomasz Kowalski".
  package var text: String
  /// The address that undoes; nil where there is nothing to undo.
  package var undo: URLPath?
  /// The address that redoes; nil where nothing was undone.
  package var redo: URLPath?
  /// The button that is shown.
  package var offer: Offer
  /// The address to come back to.
  package var returnTo: URLPath

  package init(
    text: String, undo: URLPath? = nil, redo: URLPath? = nil, offer: Offer = .undo, returnTo: URLPath
  ) {
    (self.text, self.undo, self.redo, self.offer, self.returnTo) = (text, undo, redo, offer, returnTo)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .class("undo"), .role("status")) { html in
      html.element(.span, .class("grow"), text: text)
      if let undo {
        html.element(.form, .post, .action(undo), .class("undoes"), offer == .undo ? nil : .isHidden) { html in
          html.hidden("returnTo", returnTo.text)
          html.element(.button, .class("btn")) { html in
            html.symbol(.undo, .small)
            html.words("Undo")
          }
        }
      }
      if let redo {
        html.element(.form, .post, .action(redo), .class("redoes"), offer == .redo ? nil : .isHidden) { html in
          html.hidden("returnTo", returnTo.text)
          html.element(.button, .class("btn")) { $0.words("Redo") }
        }
      }
      html.element(.button, .type("button"), .class("ib"), .label(html.say("Close"))) { $0.symbol(.x, .small) }
    }
  }
}
