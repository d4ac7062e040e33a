import KartotekaScreens

/// Rows that a person puts into another order, each leading to a page of its own.
package struct OrderedRows: Component {
  /// A row with the address that moves it.
  package struct Row {
    package var link: LinkRow
    /// The address that moves the row up or down; nil for a row that stays.
    package var move: URLPath?

    package init(_ link: LinkRow, move: URLPath? = nil) { (self.link, self.move) = (link, move) }
  }

  package var title: String
  package var rows: [Row]

  package init(title: String, rows: [Row]) { (self.title, self.rows) = (title, rows) }

  package func write(to html: inout HTMLWriter) {
    html.over(title)
    html.element(.ul, .classes("group ordered")) { html in
      for (place, row) in rows.enumerated() {
        html.element(.li) { html in
          html.add(row.link)
          guard let move = row.move, rows.count > 1 else { return }
          html.element(.form, .class("moves"), .post, .action(move)) { html in
            write(.up, "-1", "Move {title} up", row, isOff: place == 0, to: &html)
            write(.down, "1", "Move {title} down", row, isOff: place == rows.count - 1, to: &html)
          }
        }
      }
    }
  }

  private func write(
    _ symbol: Symbol, _ step: String, _ label: String, _ row: Row, isOff: Bool, to html: inout HTMLWriter
  ) {
    html.element(
      .button, .class("ib"), .name("by"), .value(step),
      .label(html.say(label, ["title": .text(row.link.title)])), isOff ? .disabled : nil
    ) { $0.symbol(symbol, .small) }
  }
}

/// Links side by side, of which one is chosen: what can be added.
package struct LinkTiles: Component {
  package var title: String
  package var links: [LinkRow]

  package init(title: String, links: [LinkRow]) { (self.title, self.links) = (title, links) }

  package func write(to html: inout HTMLWriter) {
    html.over(title)
    html.element(.ul, .class("tiles")) { html in
      for link in links {
        guard let href = link.href else { continue }
        html.element(.li) { html in
          html.element(.a, .href(href)) { html in
            if let symbol = link.symbol { html.symbol(symbol, .small) }
            html.element(.span, text: link.title)
          }
        }
      }
    }
  }
}
