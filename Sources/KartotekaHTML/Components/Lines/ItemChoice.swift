import KartotekaModel

/// The field that adds a line: what it finds as one types stands below, a button each.
package struct ItemChoice: Component {
  /// An item that was found.
  package struct Found {
    package var id: RecordID
    package var title: String
    /// "$21.00 · 10 boxes".
    package var facts: String
    package var stock: LineStock?

    package init(id: RecordID, title: String, facts: String, stock: LineStock? = nil) {
      (self.id, self.title, self.facts, self.stock) = (id, title, facts, stock)
    }
  }

  /// "Add a product".
  package var label: String
  /// The search text.
  package var search: String
  package var found: [Found] = []
  /// The number of matches, in words; nil without a search.
  package var status: String?
  /// The button that makes an item of what was looked for and not found; nil for none.
  package var new: (intent: FormIntent, title: String)?

  package init(label: String, search: String, found: [Found] = [], status: String? = nil) {
    (self.label, self.search, self.found, self.status) = (label, search, found, status)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .class("search"), .role("search")) { html in
      html.element(.label, .class("vh"), .for("item"), text: label)
      html.symbol(.plus, .small)
      html.void(
        .input, .id("item"), .name(FormName.itemSearch), .type("search"), .value(search), .placeholder(label),
        .enterKey("search"), more: [.withoutSpelling, .autocapitalize("off"), status == nil ? nil : .autofocus])
    }
    html.element(.div, .id("found"), content: writeFound)
  }

  private func writeFound(to html: inout HTMLWriter) {
    guard let status else { return }
    html.element(.p, .class("under"), .role("status"), text: status)
    if let new {
      html.element(.p, .class("pad")) { html in
        html.element(.button, .classes("btn small"), .name(new.intent.name), .value(new.intent.value), text: new.title)
      }
    }
    if found.isEmpty { return }
    html.element(.ul, .classes("group finds")) { html in
      for item in found {
        html.element(.li) { html in
          html.element(
            .button, .class("row"), .name(FormIntent.addLine(item.id).name), .value(FormIntent.addLine(item.id).value)
          ) { html in
            html.element(.span, .class("what")) { html in
              html.element(.span, .classes("t strong"), text: item.title)
              html.element(.span, .classes("d num"), text: item.facts)
              if let stock = item.stock {
                html.element(.span, .classes("d num"), text: stock.facts.joined(separator: " · "))
              }
            }
            html.symbol(.plus, .small)
          }
        }
      }
    }
  }
}
