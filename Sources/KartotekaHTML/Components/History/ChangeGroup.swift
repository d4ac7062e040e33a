/// The change of one record: its values before and after.
package struct ChangeGroup: Component {
  /// One attribute or relationship.
  package struct Line {
    package var label: String
    /// Nil where there was nothing.
    package var before: String?
    /// Nil where nothing is left.
    package var after: String?

    package init(label: String, before: String?, after: String?) {
      (self.label, self.before, self.after) = (label, before, after)
    }
  }

  /// The record's title, or the name of the change set.
  package var title: String
  /// The target of the title.
  package var href: URLPath?
  /// The text beside it: the time, or the kind of change.
  package var note: String
  package var lines: [Line]
  /// The text of a group without lines: "Added".
  package var whole: String?
  /// The record's own history.
  package var history: URLPath?
  /// The person who made the change.
  package var mark: PersonMark?

  package init(
    title: String, href: URLPath? = nil, note: String, lines: [Line], whole: String? = nil, history: URLPath? = nil
  ) {
    self.whole = whole
    self.title = title
    self.href = href
    self.note = note
    self.lines = lines
    self.history = history
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .class("change")) { html in
      html.element(.h2, .class("over")) { html in
        if let href { html.element(.a, .href(href), text: title) } else { html.text(title) }
        html.element(.span) { html in
          if let mark {
            html.add(mark)
            html.text(" ")
          }
          html.text(note)
        }
      }
      html.element(.div, .class("group")) { html in
        if !lines.isEmpty { html.element(.dl) { html in for line in lines { write(line, to: &html) } } }
        if lines.isEmpty, let whole { html.element(.p, .class("row"), text: whole) }
        if let history {
          html.element(.a, .class("row"), .href(history)) { html in
            html.symbol(.clock, .small)
            html.element(.span, .classes("grow sub")) { html in
              html.words("All changes of this card")
              html.element(.span, .class("vh"), text: " " + title)
            }
            html.symbol(.go, .chevron)
          }
        }
      }
    }
  }

  private func write(_ line: Line, to html: inout HTMLWriter) {
    html.element(.div, .class("row")) { html in
      html.element(.dt, text: line.label)
      html.element(.dd) { html in
        if let before = line.before {
          html.element(.del) { html in
            html.element(.span, .class("vh"), text: html.say("Before:") + " ")
            html.text(before)
          }
        }
        if line.before != nil { html.text(" ") }
        html.element(.ins) { html in
          if line.before != nil {
            html.element(.span, .decorative, text: "→ ")
            html.element(.span, .class("vh"), text: html.say("After:") + " ")
          }
          html.text(line.after ?? "–")
        }
      }
    }
  }
}
