/// What was just done, and the way back. It stays until something else is done.
struct UndoBar: Component {
  /// "Deleted Tomasz Kowalski".
  var text: String
  /// Where undoing is sent to; nil for news that can't be undone.
  var action: URLPath?
  /// The address to come back to.
  var returnTo: URLPath

  func write(to html: inout HTMLWriter) {
    html.element(.form, .class("undo"), .role("status"), .post, action.map { .action($0) }) { html in
      html.element(.span, .class("grow"), text: text)
      if action != nil {
        html.hidden("returnTo", returnTo.text)
        html.element(.button, .class("btn")) { html in
          html.symbol(.undo, .small)
          html.words("Undo")
        }
      }
    }
  }
}
