/// A button that undoes a change set or does it again, below what that does.
package struct UndoForm: Component {
  /// "Undo".
  package var verb: String
  /// What will be kept.
  package var note: String
  package var action: URLPath
  /// The address to come back to.
  package var returnTo: URLPath

  package init(verb: String, note: String, action: URLPath, returnTo: URLPath) {
    (self.verb, self.note, self.action, self.returnTo) = (verb, note, action, returnTo)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .classes("pad told"), .id("undo-form"), .post, .action(action)) { html in
      html.hidden("returnTo", returnTo.text)
      html.element(.p, .class("dim"), text: note)
      html.element(.button, .classes("btn main")) { html in
        html.symbol(.undo, .small)
        html.text(verb)
      }
    }
  }
}
