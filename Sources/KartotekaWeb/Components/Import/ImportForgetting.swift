/// What asks whether rejected rows are to be deleted for good.
struct ImportForgetting: Component {
  var action: URLPath
  /// Back to the rows.
  var cancel: URLPath
  /// "Throw away 12 rows".
  var verb: String

  func write(to html: inout HTMLWriter) {
    html.element(.form, .post, .action(action)) { html in
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), text: verb)
        html.element(.a, .class("btn"), .href(cancel), text: html.say("Cancel"))
      }
    }
  }
}
