import KartotekaScreens

/// An overview: its title, its figures, its panels.
package struct OverviewColumn: Component {
  /// A number at the top.
  package struct Tile {
    package var title: String
    package var number: String
    package var tone = FigureDescription.Tone.plain
    /// The text below the number.
    package var note: String?
    package var isGood = false
    /// The records behind it.
    package var href: URLPath?

    package init(
      title: String, number: String, tone: FigureDescription.Tone = .plain, note: String? = nil, isGood: Bool = false,
      href: URLPath? = nil
    ) {
      self.title = title
      self.number = number
      self.tone = tone
      self.note = note
      self.isGood = isGood
      self.href = href
    }
  }

  package var title: String
  package var tiles: [Tile] = []
  package var panels: [any Component] = []
  /// The empty state, while there are no records at all.
  package var empty: EmptyState?

  package init(title: String, tiles: [Tile] = [], panels: [any Component] = [], empty: EmptyState? = nil) {
    (self.title, self.tiles, self.panels, self.empty) = (title, tiles, panels, empty)
  }

  package func write(to html: inout HTMLWriter) {
    html.column(title, .allApps, classes: "wide") { html in
      html.element(.div, .id("overview"), content: writeContent)
    }
  }

  private func writeContent(to html: inout HTMLWriter) {
    if let empty { return html.element(.form, .post) { $0.add(empty) } }
    html.element(.div, .class("figs")) { html in
      for tile in tiles {
        if let href = tile.href {
          html.element(.a, .href(href)) { write(tile, to: &$0) }
        } else {
          html.element(.div) { write(tile, to: &$0) }
        }
      }
    }
    html.element(.div, .class("dash")) { html in
      for panel in panels { panel.write(to: &html) }
    }
  }

  private func write(_ tile: Tile, to html: inout HTMLWriter) {
    html.element(.span, .classes("blk foot"), text: tile.title)
    let tone: StaticString =
      switch tile.tone {
      case .plain: ""
      case .warning: " care"
      case .bad: " bad"
      }
    // A long one would break where a phone has two tiles side by side.
    if tile.number.count > 8 {
      html.element(.span, .classes("big long blk", tone), text: tile.number)
    } else {
      html.element(.span, .classes("big blk", tone), text: tile.number)
    }
    if let note = tile.note { html.element(.span, .classes("blk foot", tile.isGood ? " good" : ""), text: note) }
  }
}
