import KartotekaScreens

/// Rows that a person puts into another order, each leading to a page of its own.
package struct OrderedRows: Component {
  /// A row with the address that moves it.
  package struct Row {
    package var link: LinkRow
    /// The address that moves the row; nil for a row that stays.
    package var move: URLPath?
    /// The name of the row where others are moved before it. Rows without a name are moved by a number of places: of those
    /// there is one for each thing that is moved.
    package var name: String?

    package init(_ link: LinkRow, move: URLPath? = nil, name: String? = nil) {
      (self.link, self.move, self.name) = (link, move, name)
    }
  }

  package var title: String
  package var rows: [Row]

  package init(title: String, rows: [Row]) { (self.title, self.rows) = (title, rows) }

  package func write(to html: inout HTMLWriter) {
    html.over(title)
    // Rows that stay are the last ones.
    let moved = rows.count { $0.move != nil }
    html.element(.ul, .classes("group ordered")) { html in
      for (place, row) in rows.enumerated() {
        html.element(.li) { html in
          html.add(row.link)
          guard let move = row.move, moved > 1 else { return }
          html.element(.form, .class("moves"), .post, .action(move), row.name.map { .place($0) }) { html in
            write(.up, place, to: place == 0 ? nil : place - 1, "Move {title} up", &html)
            write(.down, place, to: place == moved - 1 ? nil : place + 1, "Move {title} down", &html)
          }
        }
      }
    }
  }

  // The button that moves a row to the place of another one; nil for none.
  private func write(_ symbol: Symbol, _ place: Int, to other: Int?, _ label: String, _ html: inout HTMLWriter) {
    let (row, step) = (rows[place], symbol == .up ? -1 : 1)
    let next = place + (step < 0 ? -1 : 2)
    let before = rows.indices.contains(next) ? rows[next].name ?? "" : ""
    html.element(
      .button, .class("ib"), .name(row.name == nil ? "by" : "before"), .value(row.name == nil ? String(step) : before),
      .label(html.say(label, ["title": .text(row.link.title)])), other == nil ? .disabled : nil
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
