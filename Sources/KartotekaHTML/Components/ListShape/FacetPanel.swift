import KartotekaModel

/// The values of some fields beside a list, with the number of records that have them. Each narrows the list down.
package struct FacetPanel: Component {
  /// A field.
  package struct Facet: Sendable {
    package var title: String
    package var values: [Value] = []
    /// The sheet with all values; nil if all are shown.
    package var more: URLPath?

    package init(title: String) { self.title = title }
  }

  /// A value of a field.
  package struct Value: Sendable {
    package var title: String
    package var count: String?
    /// The list with the value, or without it if it is chosen.
    package var href: URLPath
    package var isChosen: Bool

    package init(title: String, count: String?, href: URLPath, isChosen: Bool) {
      (self.title, self.count, self.href, self.isChosen) = (title, count, href, isChosen)
    }
  }

  package var facets: [Facet] = []

  package init() {}

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col facets"), .label(html.say("Filters"))) { html in
      for facet in facets {
        html.element(.h2, text: facet.title)
        html.element(.ul) { html in
          for value in facet.values {
            html.element(.li) { html in
              html.element(.a, .href(value.href), value.isChosen ? .current("true") : nil) { html in
                html.element(.span, .class("t"), text: value.title)
                if let count = value.count { html.element(.span, .class("n"), text: count) }
              }
            }
          }
          if let more = facet.more {
            html.element(.li) { html in
              html.element(
                .a, .class("all"), .href(more), .label(facet.title + ": " + html.say("More")), text: html.say("More"))
            }
          }
        }
      }
    }
  }
}
