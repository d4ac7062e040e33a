import KartotekaModel
import KartotekaScreens

/// The row above a list from which its shape is changed: filters, view, pinned views; below it a chip for each filter.
package struct ShapeBar: Component {
  /// A link that shows a saved view.
  package struct View {
    package var title: String
    package var href: URLPath
    package var isChosen: Bool

    package init(title: String, href: URLPath, isChosen: Bool) {
      (self.title, self.href, self.isChosen) = (title, href, isChosen)
    }
  }

  /// An active filter.
  package struct Chip {
    package var title: String
    /// The address for changing the filter; nil if it can't be changed.
    package var change: URLPath?
    /// The address of the list without the filter.
    package var remove: URLPath
    /// Whether the filter is ignored because it is invalid.
    package var isFault: Bool

    package init(title: String, change: URLPath? = nil, remove: URLPath, isFault: Bool = false) {
      (self.title, self.change, self.remove, self.isFault) = (title, change, remove, isFault)
    }
  }

  /// The addresses of the sheets.
  package var filter: URLPath
  package var view: URLPath
  package var views: [View]
  package var chips: [Chip]
  /// The address of the list without filters; nil if it has none.
  package var clear: URLPath?
  package var subsets: SubsetLinks?
  /// The actions that run on several of the list's records, which lead to their progress.
  package var runs: [LinkRow] = []
  /// Whether the list has fields to filter by, beside which the sheet has further conditions.
  package var hasFieldFilters = false

  package init(
    filter: URLPath, view: URLPath, views: [View] = [], chips: [Chip] = [], clear: URLPath? = nil,
    subsets: SubsetLinks? = nil
  ) {
    self.filter = filter
    self.view = view
    self.views = views
    self.chips = chips
    self.clear = clear
    self.subsets = subsets
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .class("shape")) { html in
      html.element(.div, .class("tools")) { html in
        html.element(.ul, .class("subsets"), .label(html.say("View"))) { html in
          html.element(.li) { write(filter, .funnel, hasFieldFilters ? "More filters" : "Filter", to: &$0) }
          html.element(.li) { write(view, .list, "View", to: &$0) }
          for view in views { html.element(.li) { write(view, to: &$0) } }
        }
        if let subsets { html.add(subsets) }
      }
      if !chips.isEmpty { writeChips(to: &html) }
      if !runs.isEmpty { html.add(RowGroup(rows: runs)) }
    }
  }

  private func write(_ href: URLPath, _ symbol: Symbol, _ title: String, to html: inout HTMLWriter) {
    html.element(.a, .class("tool"), .href(href)) { html in
      html.symbol(symbol, .small)
      html.text(html.say(title))
    }
  }

  private func write(_ view: View, to html: inout HTMLWriter) {
    html.element(.a, .href(view.href), view.isChosen ? .current("true") : nil) { html in
      html.text(view.title)
      if view.isChosen {
        html.symbol(.x, .small)
        html.element(.span, .class("vh"), text: html.say("Show all"))
      }
    }
  }

  private func writeChips(to html: inout HTMLWriter) {
    html.element(.ul, .class("chips"), .label(html.say("Filters"))) { html in
      for chip in chips {
        html.element(.li, .classes(chip.isFault ? "chip bad" : "chip")) { html in
          if chip.isFault { html.symbol(.alert, .small) }
          if let change = chip.change {
            html.element(.a, .class("what"), .href(change), text: chip.title)
          } else {
            html.element(.span, .class("what"), text: chip.title)
          }
          html.element(
            .a, .class("gone"), .href(chip.remove), .label(html.say("Remove {title}", ["title": .text(chip.title)]))
          ) { $0.symbol(.x, .small) }
        }
      }
      if let clear {
        let words = html.say("Clear")
        html.element(.li) { $0.element(.a, .class("act"), .href(clear), text: words) }
      }
    }
  }
}
