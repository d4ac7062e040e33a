import KartotekaModel

/// Both versions of each field of a record that another person saved meanwhile, and the choice: the body of a question. It
/// carries everything that was typed, so that nothing is lost whichever button is pressed.
package struct ConflictForm: Component {
  /// A field whose two versions differ.
  package struct Difference {
    /// The attribute's name, under which the choice is sent.
    package var name: String
    /// Its label.
    package var label: String
    /// The submitted value, in its edited and in its displayed form.
    package var mine: (text: String, display: String)
    /// The value that the other person saved.
    package var theirs: (text: String, display: String)

    package init(
      name: String, label: String, mine: (text: String, display: String), theirs: (text: String, display: String)
    ) {
      (self.name, self.label, self.mine, self.theirs) = (name, label, mine, theirs)
    }
  }

  /// "Anna Kowalska was saved at 09:14 in another window."
  package var text: String
  /// "Saved at 09:14 in another window".
  package var theirsNote: String
  package var differences: [Difference]
  /// The fields that are the same in both, and what else the form sends: among them the version that both
  /// were compared with.
  package var hidden: [(name: String, value: String)]
  /// "First and last name are the same in both."
  package var sameNote: String?
  /// The address to which the card is sent.
  package var action: URLPath
  /// The record as it is stored: what "Take theirs" shows.
  package var record: URLPath

  package init(
    text: String, theirsNote: String, differences: [Difference], hidden: [(name: String, value: String)],
    sameNote: String? = nil, action: URLPath, record: URLPath
  ) {
    self.text = text
    self.theirsNote = theirsNote
    self.differences = differences
    self.hidden = hidden
    self.sameNote = sameNote
    self.action = action
    self.record = record
  }

  /// The sheet with the question.
  package func sheet(_ say: Localizer) -> Sheet {
    var sheet = Sheet(
      say("Someone else changed this card"), .question,
      text: text + " " + say("Nothing of yours is lost: choose what the card should say."),
      cancel: Sheet.Action(say("Keep editing"), .edit),
      main: Sheet.Action(say("Save this card"), .save, hasFocus: true),
      form: Sheet.Form(action: action, hidden: hidden), body: [self])
    sheet.other = Sheet.Action(say("Take theirs"), .link(record))
    return sheet
  }

  package func write(to html: inout HTMLWriter) {
    for difference in differences { write(difference, to: &html) }
    if let sameNote { html.element(.p, .class("foot"), text: sameNote) }
  }

  private func write(_ difference: Difference, to html: inout HTMLWriter) {
    let (mine, theirs) = DifferingPart.parts(difference.mine.display, difference.theirs.display)
    html.element(.fieldset, .classes("group ticks")) { html in
      html.element(.legend, .class("vh"), text: difference.label)
      html.element(.p, .class("cap"), .decorative, text: difference.label)
      html.version(
        difference.name, difference.mine.text, mine, note: html.say("Yours, not saved yet"),
        isChosen: true)
      html.version(
        difference.name, difference.theirs.text, theirs, note: theirsNote, isChosen: false)
    }
  }
}

extension HTMLWriter {
  /// One of two versions of a value, to be chosen, with what differs from the other one marked.
  mutating func version(
    _ name: String, _ value: String, _ part: DifferingPart, note: String, isChosen: Bool
  ) {
    element(.label, .class("row")) { html in
      html.void(
        .input, .class("vh2"), .type("radio"), .name(name), .value(value), isChosen ? .checked : nil)
      html.element(.span, .class("tick")) { $0.symbol(.check) }
      html.element(.span, .class("grow")) { html in
        html.element(.span, .classes("t wrap num")) { html in
          html.text(String(part.before))
          if !part.differing.isEmpty { html.element(.mark, text: String(part.differing)) }
          html.text(String(part.after))
          if part.isEmpty { html.text("–") }
        }
        html.element(.span, .class("d"), text: note)
      }
    }
  }
}
