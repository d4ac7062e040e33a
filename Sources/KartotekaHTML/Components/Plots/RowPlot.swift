import KartotekaModel

/// Bars below each other, each with its title and number: the groups of a chart whose values have no order, and shares.
struct RowPlot {
  let panel: ChartPanel

  func write(to html: inout HTMLWriter) {
    let scale = RowScale(panel)
    html.element(.ol) { html in
      for group in panel.groups {
        let share = Self.share(of: group, panel)
        html.element(.li) { html in
          if let href = group.total.href {
            html.element(.a, .class("hbar"), .href(href), .label(group.total.words + (share.map { ", " + $0 } ?? ""))) {
              write(group, scale, share, to: &$0)
            }
          } else {
            html.element(.div, .class("hbar")) { write(group, scale, share, to: &$0) }
          }
        }
      }
    }
  }

  private func write(_ group: ChartPanel.Group, _ scale: RowScale, _ share: String?, to html: inout HTMLWriter) {
    html.element(.span, text: group.title)
    html.element(.svg, .decorative) { html in
      html.element(.rect, .class("bed"), .width(.percent(100)), .height(.pixels(12)), .rounded(3)) { _ in }
      for bar in scale.bars(group, panel) {
        html.element(
          .rect, .classes("part", ChartPanel.style(bar.series)), .x(.percent(bar.x * 100)),
          .width(.percent(bar.width * 100)), .height(.pixels(12)), .rounded(2)
        ) { _ in }
      }
    }
    let isNegative = (group.total.number ?? 0) < 0
    html.element(
      .span, .classes("num end", isNegative ? " bad" : ""),
      text: share.map { $0 + " · " + group.total.text } ?? group.total.text)
  }

  /// A group's share of everything: "23 %"; nil for forms without shares and where there is no whole: with numbers below zero the
  /// shares would be more than everything.
  static func share(of group: ChartPanel.Group, _ panel: ChartPanel) -> String? {
    guard panel.form == .shares, let number = group.total.number, let total = panel.total.number, total > 0,
      !panel.groups.contains(where: { ($0.total.number ?? 0) < 0 })
    else { return nil }
    return String(Int64(clampingNearest: Double(number) / Double(total) * 100)) + " %"
  }
}
