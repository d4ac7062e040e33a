/// How far work in the background is, and a way to stop it.
package struct ProgressForm: Component {
  /// What the bar is called.
  package var label: String
  /// Where stopping it is sent to; nil where it can't be stopped.
  package var cancel: URLPath?
  /// The key of the button that stops it.
  package var verb: String
  package var percent: Int
  /// "12,400 rows", "8,300 a second", "about 20 seconds left".
  package var details: [String]
  /// What is worked on: a file, what is undone.
  package var subject: String
  /// What stopping it does.
  package var note: String

  package init(
    label: String, cancel: URLPath? = nil, verb: String = "Cancel", percent: Int, details: [String], subject: String,
    note: String
  ) {
    self.label = label
    self.cancel = cancel
    self.verb = verb
    self.percent = percent
    self.details = details
    self.subject = subject
    self.note = note
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("group going-on"), .part("progress")) { html in
      html.element(.p, .class("strong"), text: subject)
      html.element(
        .progress, .largest(100), .value(String(percent)), .label(label)
      ) { $0.text("\(percent) %") }
      html.element(.p, .classes("foot num"), text: details.joined(separator: " · "))
    }
    if let cancel {
      html.element(.form, .classes("deeds pad"), .post, .action(cancel)) { html in
        html.element(.button, .class("btn"), text: html.say(verb))
      }
    }
    html.element(.p, .class("under2"), text: note)
  }
}
