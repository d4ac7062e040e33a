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

/// A sheet that shows what a change of the application does to its records before it is done.
package struct DesignSheet: Component {
  package var title: String
  /// The notice above the lines; nil for none.
  package var notice: String?
  /// The effects, and whether each removes values from the screens.
  package var lines: [(text: String, isLoss: Bool)]
  /// The records that stand in the way, with links.
  package var obstacles: [RowGroup]
  /// The hidden fields, which the form sends again.
  package var hidden: [(name: String, value: String)]
  package var action: URLPath
  package var cancel: URLPath
  /// The verb on the button; nil where nothing can be done.
  package var verb: String?

  package init(
    title: String, notice: String? = nil, lines: [(text: String, isLoss: Bool)], obstacles: [RowGroup] = [],
    hidden: [(name: String, value: String)], action: URLPath, cancel: URLPath, verb: String?
  ) {
    self.title = title
    self.notice = notice
    self.lines = lines
    self.obstacles = obstacles
    self.hidden = hidden
    self.action = action
    self.cancel = cancel
    self.verb = verb
  }

  private var isLoss: Bool { lines.contains(where: \.isLoss) }

  package func write(to html: inout HTMLWriter) {
    html.element(
      .dialog, .classes("sheet ask"), .open, .modal, .labelledBy("st")
    ) { html in
      html.element(.div) { html in
        html.element(.h2, .id("st"), text: title)
        if let notice { html.element(.p, .class("dim"), text: notice) }
      }
      if !lines.isEmpty {
        html.element(.ul, .class("group")) { html in
          for line in lines {
            html.element(.li) { html in
              html.element(.span, .class("row")) { html in
                html.symbol(line.isLoss ? .folder : .check, .small)
                html.element(.span, .classes("t wrap"), text: line.text)
              }
            }
          }
        }
      }
      for group in obstacles { html.add(group) }
      html.element(.form, .post, .action(action), .class("deeds")) { html in
        for (name, value) in hidden { html.hidden(name, value) }
        html.element(
          .a, .classes("btn", verb == nil ? " main" : ""), .href(cancel), .part("cancel"), .autofocus,
          text: verb == nil ? html.say("Close") : html.say("Cancel"))
        if let verb {
          html.element(
            .button, .classes("btn", isLoss ? " bad" : " main"), .name(FormName.confirmation.name),
            .value(FormName.confirmation.value), text: verb)
        }
      }
    }
  }
}
