/// What was just done, and the way back. It stays until something else is done.
struct UndoBar: Component {
  /// "Deleted Tomasz Kowalski".
  var text: String
  /// Where undoing is sent to; nil for news that can't be undone.
  var action: URLPath?
  /// The address to come back to.
  var returnTo: URLPath

  func write(to html: inout HTMLWriter) {
    html.element(.div, .class("undo"), .role("status")) { html in
      html.element(.span, .class("grow"), text: text)
      if let action {
        html.element(.form, .post, .action(action)) { html in
          html.hidden("returnTo", returnTo.text)
          html.element(.button, .class("btn")) { html in
            html.symbol(.undo, .small)
            html.words("Undo")
          }
        }
      }
    }
  }
}
