/// What asks whether rejected rows are to be deleted for good.
package struct ImportForgetting: Component {
  package var action: URLPath
  /// Back to the rows.
  package var cancel: URLPath
  /// "Throw away 12 rows".
  package var verb: String

  package init(action: URLPath, cancel: URLPath, verb: String) {
    (self.action, self.cancel, self.verb) = (action, cancel, verb)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .post, .action(action)) { html in
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), text: verb)
        html.element(.a, .class("btn"), .href(cancel), text: html.say("Cancel"))
      }
    }
  }
}
