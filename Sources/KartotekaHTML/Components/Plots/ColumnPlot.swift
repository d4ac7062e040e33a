import KartotekaModel

/// Bars, lines or areas above an axis. Each group is a link; parts of a bar can be pressed one by one, and the table below has a
/// link for each.
struct ColumnPlot {
  let panel: ChartPanel

  private static let (below, end) = (26.0, 99.5)
  // The drawing within the axis, in its own units.
  private static let across = 1_000.0

  func write(to html: inout HTMLWriter) {
    let geometry = ChartGeometry(panel)
    let start = max(9.5, Double(geometry.marks.map(\.text.count).max() ?? 0) * 2.3)
    let width = Self.end - start
    func place(_ x: Double) -> HTMLAttribute.Length { .percent(start + x * width) }
    let bottom = ChartGeometry.above + ChartGeometry.height
    html.element(
      .svg, .class("plot"), .height(.pixels(bottom + Self.below)), .role("group"), .labelled(by: panel.heading)
    ) { html in
      html.element(.g, .decorative) { html in
        for mark in geometry.marks {
          html.element(.line, .class("axis"), more: HTMLAttribute.across(.pixels(mark.y))) { _ in }
          html.element(.svgText, .x(.pixels(0)), .y(.pixels(mark.y - 4)), text: mark.text)
        }
        for label in geometry.labels {
          html.element(
            .svgText, .x(place(label.x)), .y(.pixels(bottom + 19)), .centered, label.isOdd ? .class("odd") : nil,
            text: label.text)
        }
      }
      writeRuns(geometry, start, width, to: &html)
      for (index, group) in panel.drawn.enumerated() {
        let bars = geometry.bars.filter { $0.group == index }
        writeLink(group.total, hasKey: true, to: &html) { html in
          // The whole height can be pressed.
          html.element(
            .rect, .class("hit"), .x(place(Double(index) * geometry.width)),
            .width(.percent(geometry.width * width)), .y(.pixels(ChartGeometry.above)),
            .height(.pixels(ChartGeometry.height))
          ) { _ in }
          if panel.series.isEmpty {
            for bar in bars { write(bar, at: place(bar.x), .percent(bar.width * width), to: &html) }
          }
        }
        // A key reaches the whole group here, and its parts in the table.
        for bar in bars where !panel.series.isEmpty {
          writeLink(group.cells[bar.series], hasKey: false, to: &html) { html in
            write(bar, at: place(bar.x), .percent(bar.width * width), to: &html)
          }
        }
      }
    }
  }

  private func writeRuns(_ geometry: ChartGeometry, _ start: Double, _ width: Double, to html: inout HTMLWriter) {
    guard !geometry.runs.isEmpty else { return }
    let bottom = ChartGeometry.above + ChartGeometry.height
    html.element(
      .svg, .x(.percent(start)), .y(.pixels(0)), .width(.percent(width)), .height(.pixels(bottom)),
      .viewBox(x: 0, y: 0, width: Self.across, height: bottom), .stretched, .decorative
    ) { html in
      for run in geometry.runs {
        let style = ChartPanel.style(run.series)
        html.element(
          .path, run.base.isEmpty ? .classes("run", style) : .classes("part", style), .shape(run.path(Self.across))
        ) { _ in }
      }
    }
    for run in geometry.runs where run.base.isEmpty {
      html.element(.g, .decorative) { html in
        for point in run.points {
          html.element(
            .circle, .classes("part", ChartPanel.style(run.series)),
            more: [.middle(x: .percent(start + point.x * width)), .middle(y: .pixels(point.y)), .radius(3)]
          ) { _ in }
        }
      }
    }
  }

  private func writeLink(
    _ cell: ChartPanel.Cell, hasKey: Bool, to html: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void
  ) {
    func titled(_ html: inout HTMLWriter) {
      html.element(.title, text: cell.words)
      content(&html)
    }
    if let href = cell.href {
      html.element(.a, .href(href), .label(cell.words), hasKey ? nil : .tabIndex(-1)) { titled(&$0) }
    } else {
      html.element(.g, .role("img"), .label(cell.words)) { titled(&$0) }
    }
  }

  private func write(
    _ bar: ChartGeometry.Bar, at x: HTMLAttribute.Length, _ width: HTMLAttribute.Length, to html: inout HTMLWriter
  ) {
    html.element(
      .rect, .classes("part", ChartPanel.style(bar.series)), .x(x), .width(width), .y(.pixels(bar.y)),
      .height(.pixels(bar.height)), .rounded(2)
    ) { _ in }
  }
}

extension ChartGeometry.Run {
  /// The data of an SVG path.
  /// - Parameters:
  ///   - width: the width of the drawing.
  ///   - left: where it begins.
  func path(_ width: Double, from left: Double = 0) -> String {
    func text(_ number: Double) -> String { String(Int64(clampingNearest: number)) }
    func place(_ point: (x: Double, y: Double)) -> String { text(left + point.x * width) + " " + text(point.y) }
    guard let first = points.first else { return "" }
    let line = points.dropFirst().reduce("M" + place(first)) { $0 + "L" + place($1) }
    // A point alone has a line that is seen.
    if base.isEmpty { return points.count == 1 ? line + "h1" : line }
    return base.reversed().reduce(line) { $0 + "L" + place($1) } + "z"
  }
}
