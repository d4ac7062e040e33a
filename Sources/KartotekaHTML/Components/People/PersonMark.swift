/// A person's initials in a circle, whose colour follows from the person's number. It is decoration: the name stands beside it.
package struct PersonMark: Component {
  /// The number of colours in the style sheet.
  private static let colours: Int64 = 8

  /// The person's number; nil for a user of the system, whose circle has no colour.
  package var number: Int64?
  package var name: String

  package init(number: Int64?, name: String) { (self.number, self.name) = (number, name) }

  /// The initials; the first sign of a name without letters.
  package var initials: String {
    let text = Monogram.text(for: name)
    return text.isEmpty ? String(name.prefix(1)) : text
  }

  package func write(to html: inout HTMLWriter) {
    let colour = number.map { HTMLAttribute.personColour(Int(($0 % Self.colours + Self.colours) % Self.colours)) }
    html.element(.span, .class("who"), colour, .decorative, text: initials)
  }
}

/// A person and a moment in one line: who changed a record last, and when.
package struct PersonLine: Component {
  package var mark: PersonMark
  /// The words before it, for screen readers: "Last change:".
  package var label: String
  /// "Anna, today 14:03".
  package var text: String

  package init(mark: PersonMark, label: String, text: String) {
    (self.mark, self.label, self.text) = (mark, label, text)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.p, .classes("sub dim by")) { html in
      html.add(mark)
      html.element(.span) { html in
        html.element(.span, .class("vh"), text: label + " ")
        html.text(text)
      }
    }
  }
}
