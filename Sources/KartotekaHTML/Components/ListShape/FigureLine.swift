/// The figures of all records that a list shows, in one line below its rows.
package struct FigureLine {
  /// A figure, which leads to the figures of its column.
  package struct Figure {
    /// "Total: sum".
    package var title: String
    package var value: String
    package var href: URLPath

    package init(title: String, value: String, href: URLPath) {
      (self.title, self.value, self.href) = (title, value, href)
    }
  }

  package var figures: [Figure]
  /// The address of the sheet with the figures of all columns.
  package var choosing: URLPath

  package init(_ figures: [Figure], choosing: URLPath) { (self.figures, self.choosing) = (figures, choosing) }

  func write(to html: inout HTMLWriter) {
    html.element(.div, .id("figures"), .role("group"), .label(html.say("Figures"))) { html in
      for figure in figures {
        html.element(.a, .href(figure.href)) { html in
          html.text(figure.title + " ")
          html.element(.b, text: figure.value)
        }
      }
      html.element(.a, .href(choosing), .label(html.say("Choose figures…"))) { $0.symbol(.plus, .small) }
    }
  }
}
