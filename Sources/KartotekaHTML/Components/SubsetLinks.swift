/// What a list can be narrowed down to, above it: a link each, pressed again to see all; and what else it is narrowed
/// down to.
package struct SubsetLinks: Component {
  /// One of them.
  package struct Item {
    package var title: String
    /// Where it leads: to those records, or, when it is chosen, to all.
    package var href: URLPath
    package var isChosen: Bool

    package init(title: String, href: URLPath, isChosen: Bool) {
      (self.title, self.href, self.isChosen) = (title, href, isChosen)
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
