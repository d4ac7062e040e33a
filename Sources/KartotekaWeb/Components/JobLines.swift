/// How background work goes on, on a record or altogether: a quiet line for what runs, one with a button for what could
/// not be done. It is there when there is nothing to say, too, so that a screen reader follows it.
struct JobLines: Component {
  /// The line of one job.
  struct Line {
    /// The job's name.
    var job: String
    var text: String
    /// Why, each a sentence of its own.
    var details: [String] = []
    /// Sends for another attempt; nil where none is needed.
    var again: (title: String, action: URLPath)?
  }

  var lines: [Line] = []
  /// The address to come back to.
  var returnTo: URLPath

  func write(to html: inout HTMLWriter) {
    html.element(.div, .class("jobs"), .role("status")) { html in
      for line in lines {
        html.element(.div, .class("job")) { html in
          html.element(.p) { html in
            if line.details.isEmpty { html.text(line.text) } else { html.element(.b, text: line.text) }
            for detail in line.details { html.element(.span, text: detail) }
          }
          if let again = line.again {
            html.element(.form, .post, .action(again.action)) { html in
              html.hidden("returnTo", returnTo.text)
              html.element(.button, .classes("btn small"), text: again.title)
            }
          }
        }
      }
    }
  }
}
