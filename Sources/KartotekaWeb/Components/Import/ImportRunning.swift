/// How far an import is, and a way to stop it.
struct ImportRunning: Component {
  /// Where stopping it is sent to.
  var cancel: URLPath
  var percent: Int
  /// "12,400 rows", "8,300 a second", "about 20 seconds left".
  var details: [String]
  /// The file that is being read.
  var file: String

  func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("group going-on"), .part("progress")) { html in
      html.element(.p, .class("strong"), text: file)
      html.element(
        .progress, .largest(100), .value(String(percent)), .label(html.say("Import"))
      ) { $0.text("\(percent) %") }
      html.element(.p, .classes("foot num"), text: details.joined(separator: " · "))
    }
    html.element(.form, .classes("deeds pad"), .post, .action(cancel)) { html in
      html.element(.button, .class("btn"), text: html.say("Cancel"))
    }
    html.element(.p, .class("under2"), text: html.say("Cancelling leaves everything as it was before."))
  }
}
