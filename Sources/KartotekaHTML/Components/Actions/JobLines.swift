/// The state of background work, on a record or altogether: a quiet line for running work, one with a button for what could
/// not be done. It is there when there is nothing to say, too, so that a screen reader follows it.
package struct JobLines: Component {
  /// The line of one job.
  package struct Line {
    /// The job's name.
    package var job: String
    package var text: String
    /// Why, each a sentence of its own.
    package var details: [String] = []
    /// Sends for another attempt; nil where none is needed.
    package var again: (title: String, action: URLPath)?

    package init(job: String, text: String, details: [String] = [], again: (title: String, action: URLPath)? = nil) {
      (self.job, self.text, self.details, self.again) = (job, text, details, again)
    }
  }

  package var lines: [Line] = []
  /// The address to come back to.
  package var returnTo: URLPath

  package init(lines: [Line] = [], returnTo: URLPath) {
    (self.lines, self.returnTo) = (lines, returnTo)
  }

  package func write(to html: inout HTMLWriter) {
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
