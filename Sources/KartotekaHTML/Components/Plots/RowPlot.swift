import KartotekaModel

/// Bars below each other, each with its title and number: the groups of a chart whose values have no order, and shares.
struct RowPlot {
  let panel: ChartPanel

  func write(to html: inout HTMLWriter) {
    let longest = panel.groups.map { Self.length($0, panel) }.max() ?? 0
    html.element(.ol) { html in
      for group in panel.groups {
        let share = Self.share(of: group, panel)
        html.element(.li) { html in
          if let href = group.total.href {
            html.element(.a, .class("hbar"), .href(href), .label(group.total.words + (share.map { ", " + $0 } ?? ""))) {
              write(group, longest, share, to: &$0)
            }
          } else {
            html.element(.div, .class("hbar")) { write(group, longest, share, to: &$0) }
          }
        }
      }
    }
  }

  private func write(_ group: ChartPanel.Group, _ longest: Double, _ share: String?, to html: inout HTMLWriter) {
    html.element(.span, text: group.title)
    html.element(.svg, .decorative) { html in
      html.element(.rect, .class("bed"), .width(.percent(100)), .height(.pixels(12)), .rounded(3)) { _ in }
      for bar in Self.bars(group, longest, panel) {
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

  // MARK: Lengths

  /// The parts of a group's bar, from 0 to 1.
  static func bars(
    _ group: ChartPanel.Group, _ longest: Double, _ panel: ChartPanel
  ) -> [(series: Int, x: Double, width: Double)] {
    let numbers = panel.series.isEmpty ? [group.total.number] : group.cells.map(\.number)
    // Parts of shares fill the whole width; values below zero have no length.
    let whole = panel.form == .shares && !panel.series.isEmpty ? length(group, panel) : longest
    guard whole > 0 else { return [] }
    var x = 0.0
    return numbers.enumerated().compactMap { series, number in
      let width = Double(max(0, number ?? 0)) / whole
      defer { x += width }
      return width > 0 ? (series: series, x: x, width: width) : nil
    }
  }

  /// The length of a group's bar.
  static func length(_ group: ChartPanel.Group, _ panel: ChartPanel) -> Double {
    let numbers = panel.series.isEmpty ? [group.total.number] : group.cells.map(\.number)
    return numbers.reduce(0.0) { $0 + Double(max(0, $1 ?? 0)) }
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
