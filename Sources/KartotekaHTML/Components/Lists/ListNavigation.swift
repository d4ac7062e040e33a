/// The search field at the top of a list. It is a form of its own, so that Return finds where no script runs.
package struct SearchField: Component {
  /// The label for screen readers: "Search by last name".
  package var label: String
  /// The text of the empty field: "Last name".
  package var placeholder: String
  /// The search text.
  package var text: String
  /// The list's address.
  package var action: URLPath
  /// The hidden fields.
  package var hidden: [(name: String, value: String)] = []

  package init(
    label: String, placeholder: String, text: String, action: URLPath, hidden: [(name: String, value: String)] = []
  ) {
    self.label = label
    self.placeholder = placeholder
    self.text = text
    self.action = action
    self.hidden = hidden
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .class("search"), .role("search"), .action(action)) { html in
      for item in hidden { html.hidden(item.name, item.value) }
      html.element(.label, .class("vh"), .for("q"), text: label)
      html.symbol(.find, .small)
      html.void(
        .input, .id("q"), .name("search"), .type("search"), .value(text), .placeholder(placeholder),
        .autocomplete("off"), .enterKey("search"),
        more: [.withoutSpelling, .autocapitalize("off")])
    }
  }
}

/// The subsets of a list, above it: a link for each, which leads to all records when it is pressed again; and the other
/// filter of the list.
package struct SubsetLinks: Component {
  /// One of them.
  package struct Item {
    package var title: String
    /// The target: those records, or, when it is chosen, all.
    package var href: URLPath
    package var isChosen: Bool
    /// The person whose records they are.
    package var mark: PersonMark?

    package init(title: String, href: URLPath, isChosen: Bool, mark: PersonMark? = nil) {
      (self.title, self.href, self.isChosen, self.mark) = (title, href, isChosen, mark)
    }
  }

  package var label: String
  package var items: [Item]

  package init(label: String, items: [Item]) {
    (self.label, self.items) = (label, items)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.ul, .class("subsets"), .label(label)) { html in
      for item in items {
        html.element(.li) { html in
          html.element(.a, .href(item.href), item.isChosen ? .current("true") : nil) { html in
            if let mark = item.mark { html.add(mark) }
            html.text(item.title)
            if item.isChosen {
              html.symbol(.x, .small)
              html.element(.span, .class("vh"), text: html.say("Show all"))
            }
          }
        }
      }
    }
  }
}

/// A letter at which a list can be opened.
package struct InitialLink {
  package var letter: String
  /// The list's page that begins there: `/userscrud/users?from=K`.
  package var href: URLPath

  package init(letter: String, href: URLPath) {
    (self.letter, self.href) = (letter, href)
  }
}

extension HTMLWriter {
  /// The strip of letters at a list's edge. A finger can slide along it; a search hides it.
  ///
  /// It follows the list, so that the tab key reaches the rows first.
  mutating func initialStrip(_ initials: [InitialLink], isHidden: Bool) {
    element(.nav, .class("index"), .label(say("First letters")), isHidden ? .isHidden : nil) { html in
      for initial in initials { html.element(.a, .href(initial.href), text: initial.letter) }
    }
  }
}
