import KartotekaModel

/// A panel with a plot: what it shows and in which unit, the plot itself, and the same as a table.
package struct PlotPanel: Component {
  /// The plot's number among an overview's panels, by which its parts know each other.
  package var number: Int
  package var title: String
  /// The period and the unit: "12 months to April 1998, in USD".
  package var subtitle: String
  /// The total: "$848 k in all".
  package var total: String?
  /// Whether it takes the whole width of a desk.
  package var isWide = false
  /// The drawing; nil where there is nothing to draw.
  package var plot: (any Component)?
  /// The headings of the table, and its rows.
  package var headings: [String]
  package var rows: [[String]]

  package init(
    number: Int, title: String, subtitle: String, total: String? = nil, isWide: Bool = false,
    plot: (any Component)? = nil, headings: [String], rows: [[String]]
  ) {
    self.number = number
    self.title = title
    self.subtitle = subtitle
    self.total = total
    self.isWide = isWide
    self.plot = plot
    self.headings = headings
    self.rows = rows
  }

  /// The identity of a panel's heading.
  package static func heading(_ number: Int) -> String { "panel-\(number)" }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("panel", isWide ? " span" : ""), .labelled(by: Self.heading(number))) { html in
      html.panelHeader(number, title, subtitle) { html in
        if let total { html.element(.span, .classes("pill on num"), text: total) }
      }
      guard let plot else { return html.element(.p, .class("dim"), text: html.say("Nothing to show yet")) }
      plot.write(to: &html)
      html.element(.details) { html in
        html.element(.summary) { html in
          html.text(html.say("As a table"))
          html.element(.span, .class("vh"), text: ": " + title)
        }
        writeTable(to: &html)
      }
    }
  }

  private func writeTable(to html: inout HTMLWriter) {
    html.element(.table) { html in
      html.element(.thead) { html in
        html.element(.tr) { html in
          for (index, heading) in headings.enumerated() {
            html.element(.th, .columnScope, index > 0 ? .class("end") : nil, text: heading)
          }
        }
      }
      html.element(.tbody) { html in
        for row in rows {
          html.element(.tr) { html in
            for (index, text) in row.enumerated() {
              html.element(index > 0 ? .td : .th, index > 0 ? .classes("end num") : .rowScope, text: text)
            }
          }
        }
      }
    }
  }
}

extension HTMLWriter {
  /// Writes what stands above a panel, with what `more` writes at its end.
  mutating func panelHeader(
    _ number: Int, _ title: String, _ subtitle: String?, more: (inout HTMLWriter) -> Void
  ) {
    element(.header) { html in
      html.element(.div) { html in
        html.element(.h2, .id(PlotPanel.heading(number)), text: title)
        if let subtitle { html.element(.p, .class("foot"), text: subtitle) }
      }
      more(&html)
    }
  }
}

/// A panel that can't be shown, with the reason.
package struct FaultPanel: Component {
  /// The panel's number among an overview's.
  package var number: Int
  package var title: String
  /// The fault and its remedy.
  package var text: String

  package init(number: Int, title: String, text: String) {
    (self.number, self.title, self.text) = (number, title, text)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .class("panel"), .labelled(by: PlotPanel.heading(number))) { html in
      html.panelHeader(number, title, nil) { _ in }
      html.element(.p, .class("bad"), text: text)
    }
  }
}
