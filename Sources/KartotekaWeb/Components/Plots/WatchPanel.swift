import KartotekaModel

/// A panel with records that need attention, each with what there is to know and to do.
struct WatchPanel: Component {
  /// One record.
  struct Line {
    var title: String
    var href: URLPath?
    /// What is told of it; what is bad stands out.
    var facts: [(text: String, isBad: Bool)]
    var gauge: Gauge?
    /// What can be done about it, and how that is told apart from the same of the others.
    var deed: (title: String, label: String, href: URLPath)?
  }

  var number: Int
  var title: String
  var subtitle: String?
  /// Where all of them are, and how many.
  var all: (title: String, href: URLPath)?
  var lines: [Line]

  func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("panel flush"), .labelled(by: PlotPanel.heading(number))) { html in
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
    if let deed = line.deed {
      html.element(.a, .classes("btn small"), .href(deed.href), .label(deed.label), text: deed.title)
    }
  }
}
