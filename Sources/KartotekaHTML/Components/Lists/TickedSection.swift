import KartotekaModel

/// Related records of a record that is not saved yet: the button of the sheet in which they are ticked, and those that are.
package struct TickedSection: Component {
  /// The relationship.
  package var name: String
  package var title: String
  /// The words of the button.
  package var choosing: String
  package var ids: [RecordID]
  /// The titles of the first of them.
  package var titles: [String]
  /// Whether their rows have a monogram.
  package var hasMonograms: Bool

  package init(
    name: String, title: String, choosing: String, ids: [RecordID], titles: [String], hasMonograms: Bool
  ) {
    self.name = name
    self.title = title
    self.choosing = choosing
    self.ids = ids
    self.titles = titles
    self.hasMonograms = hasMonograms
  }

  package func write(to html: inout HTMLWriter) {
    // A script compares it with what is stored: of a new record, nothing.
    html.void(.input, .type("hidden"), .name(FormName.links(name)), .value(Self.text(ids)), .stored(""))
    html.element(.h2, .class("over"), .id("s-" + name)) { html in
      html.text(title)
      html.element(.span, .class("num"), text: html.say.language.grouped(ids.count))
    }
    html.element(.ul, .classes("group rows faces")) { html in
      html.element(.li) { html in
        html.element(
          .button, .class("row"), .name(FormIntent.choose(name).name), .value(FormIntent.choose(name).value)
        ) { html in
          html.element(.span, .class("face"), .decorative) { $0.symbol(.plus) }
          html.element(.span, .classes("t strong accent"), text: choosing)
        }
      }
      for title in titles {
        html.element(.li) { html in
          html.element(.span, .class("row"), hasMonograms ? .face(Monogram.text(for: title)) : nil) { html in
            html.element(.span, .class("t"), text: title)
          }
        }
      }
      if titles.count < ids.count {
        let others = html.say("… and {count} more", ["count": .count(ids.count - titles.count)])
        html.element(.li) { html in
          html.element(.span, .class("row")) { $0.element(.span, .classes("t dim"), text: others) }
        }
      }
    }
  }

  /// The text of ids in a form.
  package static func text(_ ids: [RecordID]) -> String { ids.map(String.init).joined(separator: ",") }

  /// The ids in a form's text.
  package static func ids(_ text: String?) -> [RecordID] {
    (text ?? "").split(separator: ",").compactMap { RecordID($0) }.filter { $0 > 0 }
  }
}
