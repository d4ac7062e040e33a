import KartotekaModel

/// Two records side by side: what differs, the choice of each value, and what the merge does to other records.
package struct MergeForm: Component {
  /// A field whose values differ.
  package struct Field {
    package var name: String
    package var label: String
    /// The value of the record that stays; empty for none.
    package var own: String
    /// The value of the record that is deleted; empty for none.
    package var other: String
    package var takesOther: Bool

    package init(name: String, label: String, own: String, other: String, takesOther: Bool) {
      (self.name, self.label, self.own, self.other, self.takesOther) = (name, label, own, other, takesOther)
    }
  }

  /// The name of a field's choice.
  package static func sideName(_ field: String) -> String { "side-" + field }
  /// The values of the choice: those of the record that stays, and those of the other one.
  package static let (own, other) = ("own", "other")

  package var title: String
  package var back: (title: String, href: URLPath)
  package var action: URLPath
  package var hidden: [(name: String, value: String)]
  /// The record that stays.
  package var kept: DuplicateRows.Card
  /// The record that is deleted.
  package var deleted: DuplicateRows.Card
  /// Leads to the same page with the records exchanged.
  package var swap: URLPath
  package var fields: [Field]
  /// The effects on other records: "3 orders: Customer".
  package var notes: [String]
  /// Why they can't be merged.
  package var faults: [String]
  /// Whether the button that merges is there.
  package var canMerge = true

  package init(
    title: String, back: (title: String, href: URLPath), action: URLPath, hidden: [(name: String, value: String)],
    kept: DuplicateRows.Card, deleted: DuplicateRows.Card, swap: URLPath, fields: [Field], notes: [String],
    faults: [String]
  ) {
    self.title = title
    self.back = back
    self.action = action
    self.hidden = hidden
    self.kept = kept
    self.deleted = deleted
    self.swap = swap
    self.fields = fields
    self.notes = notes
    self.faults = faults
  }

  package func write(to html: inout HTMLWriter) {
    html.column(title, .origin(title: back.title, href: back.href)) { html in
      html.element(.form, .id("merge"), .post, .action(action), .autocomplete("off")) { html in
        for (name, value) in hidden { html.hidden(name, value) }
        for fault in faults { html.formFault(fault) }
        writeCards(to: &html)
        for field in fields { write(field, to: &html) }
        if fields.isEmpty { html.element(.p, .classes("pad dim"), text: html.say("All fields are the same.")) }
        writeNotes(to: &html)
        html.element(.div, .classes("deeds pad")) { html in
          if canMerge { html.element(.button, .classes("btn main"), text: html.say("Merge")) }
          html.element(.a, .class("btn"), .href(back.href), .part("cancel"), text: html.say("Cancel"))
        }
      }
    }
  }

  private func writeCards(to html: inout HTMLWriter) {
    html.element(.ul, .classes("group two")) { html in
      for (card, word) in [(kept, "Stays"), (deleted, "Is deleted")] {
        html.element(.li) { html in
          html.add(LinkRow(title: card.title, detail: card.detail, value: html.say(word), href: card.href))
        }
      }
    }
    html.element(.div, .classes("deeds pad")) { html in
      html.element(.a, .classes("btn small"), .href(swap), text: html.say("Keep the other card instead"))
    }
  }

  private func write(_ field: Field, to html: inout HTMLWriter) {
    let (own, other) = DifferingPart.parts(field.own, field.other)
    html.element(.fieldset, .classes("group ticks two")) { html in
      html.element(.legend, .class("vh"), text: field.label)
      html.element(.p, .class("cap"), .decorative, text: field.label)
      html.version(
        Self.sideName(field.name), Self.own, own, note: html.say("Of the card that stays"), isChosen: !field.takesOther)
      html.version(
        Self.sideName(field.name), Self.other, other, note: html.say("Of the other card"), isChosen: field.takesOther)
    }
  }

  private func writeNotes(to html: inout HTMLWriter) {
    html.element(.ul, .classes("pad dim")) { html in
      for note in notes { html.element(.li, text: note) }
      html.element(.li, text: html.say("All of it is one change, which can be undone."))
    }
  }
}
