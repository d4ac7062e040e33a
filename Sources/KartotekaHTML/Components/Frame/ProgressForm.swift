/// The progress of background work, with a button to stop it.
package struct ProgressForm: Component {
  /// The label of the bar.
  package var label: String
  /// The address that stops the work; nil if it can't be stopped.
  package var cancel: URLPath?
  /// The key of the button that stops it.
  package var verb: String
  package var percent: Int
  /// "12,400 rows", "8,300 a second", "about 20 seconds left".
  package var details: [String]
  /// The subject of the work: a file, or the change that is undone.
  package var subject: String
  /// The effect of stopping it.
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
