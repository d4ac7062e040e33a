/// A panel with one number of a list, which leads to its records.
package struct FigurePanel: Component {
  /// The panel's number among an overview's.
  package var number: Int
  package var title: String
  /// The meaning of the number: "Total: sum".
  package var subtitle: String
  package var figure: String
  package var isWide: Bool
  package var href: URLPath

  package init(number: Int, title: String, subtitle: String, figure: String, isWide: Bool, href: URLPath) {
    (self.number, self.title, self.subtitle) = (number, title, subtitle)
    (self.figure, self.isWide, self.href) = (figure, isWide, href)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(
      .section, .classes("panel", isWide ? " span" : ""), .labelled(by: PlotPanel.heading(number))
    ) { html in
      html.panelHeader(number, title, subtitle) { _ in }
      html.element(.a, .classes("big blk"), .href(href), .label(title + ": " + figure), text: figure)
    }
  }
}
