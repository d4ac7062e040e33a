/// The filters of a history. On a phone they are folded behind a line that says what is chosen; at a desk they are open.
struct FoldedFilters: Component {
  let subsets: [SubsetLinks]
  let days: DaysForm

  // The titles of what is chosen.
  private var chosen: [String] {
    let titles = subsets.flatMap(\.items).filter(\.isChosen).map(\.title)
    return titles + [days.chosen].compactMap(\.self)
  }

  func write(to html: inout HTMLWriter) {
    // The filters are open if an input is at fault, so that the fault is visible.
    html.element(.details, .class("filters"), days.fault == nil ? nil : .open) { html in
      html.element(.summary, .class("row")) { html in
        html.symbol(.funnel)
        html.element(.span, .class("t"), text: html.say("Filters"))
        if !chosen.isEmpty { html.element(.span, .class("v"), text: chosen.joined(separator: " · ")) }
        html.symbol(.go, .chevron)
      }
      for links in subsets { html.add(links) }
      html.add(days)
    }
  }
}
