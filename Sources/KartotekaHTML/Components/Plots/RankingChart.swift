import KartotekaModel

/// Bars below each other, the longest first, each with what it is about and its number.
package struct RankingChart: Component {
  /// One bar.
  package struct Bar {
    package var title: String
    /// The value, in the smallest unit.
    package var number: Int64
    /// The number as it is shown: "115 k".
    package var text: String
    /// The target; nil for none.
    package var href: URLPath?

    package init(title: String, number: Int64, text: String, href: URLPath? = nil) {
      (self.title, self.number, self.text, self.href) = (title, number, text, href)
    }
  }

  package var bars: [Bar]

  package init(bars: [Bar]) {
    self.bars = bars
  }

  package func write(to html: inout HTMLWriter) {
    let longest = bars.map(\.number).max() ?? 0
    html.element(.ol) { html in
      for bar in bars {
        html.element(.li) { html in
          if let href = bar.href {
            html.element(.a, .class("hbar"), .href(href)) { write(bar, longest, to: &$0) }
          } else {
            html.element(.div, .class("hbar")) { write(bar, longest, to: &$0) }
          }
        }
      }
    }
  }

  private func write(_ bar: Bar, _ longest: Int64, to html: inout HTMLWriter) {
    html.element(.span, text: bar.title)
    // A value below zero has no length; its number says so.
    let share = longest > 0 ? max(0, Double(bar.number) / Double(longest) * 100) : 0
    html.element(.svg, .decorative) { html in
      html.element(.rect, .class("bed"), .width(.percent(100)), .height(.pixels(12)), .rounded(3)) { _ in }
      html.element(.rect, .class("fill"), .width(.percent(share)), .height(.pixels(12)), .rounded(3)) { _ in }
    }
    html.element(.span, .classes("num end", bar.number < 0 ? " bad" : ""), text: bar.text)
  }
}
