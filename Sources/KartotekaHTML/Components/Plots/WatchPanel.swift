import KartotekaModel

/// A panel with records that need attention, each with what there is to know and to do.
package struct WatchPanel: Component {
  /// One record.
  package struct Line {
    package var title: String
    package var href: URLPath?
    /// The facts about it; bad ones are emphasized.
    package var facts: [(text: String, isBad: Bool)]
    package var gauge: Gauge?
    /// The remedy as a button, with a label that distinguishes it from those of the other rows.
    package var button: (title: String, label: String, href: URLPath)?

    package init(
      title: String, href: URLPath? = nil, facts: [(text: String, isBad: Bool)], gauge: Gauge? = nil,
      button: (title: String, label: String, href: URLPath)? = nil
    ) {
      self.title = title
      self.href = href
      self.facts = facts
      self.gauge = gauge
      self.button = button
    }
  }

  package var number: Int
  package var title: String
  package var subtitle: String?
  /// The link to all of them, with their number.
  package var all: (title: String, href: URLPath)?
  package var lines: [Line]
  /// Whether it takes the whole width of a desk.
  package var isWide = false

  package init(
    number: Int, title: String, subtitle: String? = nil, all: (title: String, href: URLPath)? = nil, lines: [Line]
  ) {
    self.number = number
    self.title = title
    self.subtitle = subtitle
    self.all = all
    self.lines = lines
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("panel flush", isWide ? " span" : ""), .labelled(by: PlotPanel.heading(number))) {
      html in
      html.panelHeader(number, title, subtitle) { html in
        if let all { html.element(.a, .classes("act all"), .href(all.href), text: all.title) }
      }
      guard !lines.isEmpty else { return html.element(.p, .classes("dim none"), text: html.say("None")) }
      html.element(.ul) { html in
        for line in lines { html.element(.li, .class("line")) { write(line, to: &$0) } }
      }
    }
  }

  private func write(_ line: Line, to html: inout HTMLWriter) {
    html.element(.div) { html in
      if let href = line.href {
        html.element(.a, .class("ink"), .href(href), text: line.title)
      } else {
        html.element(.span, text: line.title)
      }
      html.element(.p, .class("hint")) { html in
        for fact in line.facts { html.element(.span, .classes("num", fact.isBad ? " bad" : ""), text: fact.text) }
      }
    }
    if let gauge = line.gauge { html.add(gauge) }
    if let button = line.button {
      html.element(.a, .classes("btn small"), .href(button.href), .label(button.label), text: button.title)
    }
  }
}
