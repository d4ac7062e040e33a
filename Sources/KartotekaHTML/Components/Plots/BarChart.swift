import KartotekaModel

/// Bars on an axis, the last one in the accent colour. Widths are per cent of the drawing, so that text never scales. Each
/// bar has a description in words; a table below the chart has the same numbers.
package struct BarChart: Component {
  /// One bar.
  package struct Bar {
    /// The label below the axis: "Apr".
    package var label: String
    /// The value, in the smallest unit.
    package var number: Int64
    /// The description: "April 1998: $123,798.00, 74 orders".
    package var words: String
    /// The address of the bar's records; nil if it has none.
    package var href: URLPath?

    package init(label: String, number: Int64, words: String, href: URLPath? = nil) {
      (self.label, self.number, self.words, self.href) = (label, number, words, href)
    }
  }

  /// The id of the heading.
  package var heading: String
  package var bars: [Bar]
  /// The number of smallest units in one whole.
  package var unit: Int64
  /// A number in short form: "50 k".
  package var short: (Int64) -> String

  package init(heading: String, bars: [Bar], unit: Int64, short: @escaping (Int64) -> String) {
    (self.heading, self.bars, self.unit, self.short) = (heading, bars, unit, short)
  }

  // The heights in pixels of the value above the highest bar, the bars, the labels, and a value below the labels.
  private static let (above, height, below, second) = (28.0, 160.0, 24.0, 18.0)
  private static let end = 99.0
  // From the end of a bar below zero to its value.
  private static let line = 14.0

  package func write(to html: inout HTMLWriter) {
    let scale = AxisScale(bars.map(\.number), unit: unit)
    let marks = scale.marks.map { (number: $0, text: short($0)) }
    // The bars begin to the right of the marks.
    let start = max(9.5, Double(marks.map(\.text.count).max() ?? 0) * 2.3)
    let isBelow = coversNeighbours(scale)
    let full = Self.above + Self.height + Self.below + (isBelow ? Self.second : 0)
    html.element(
      .svg, .class("plot"), .height(.pixels(full)), .role("group"),
      .labelled(by: heading)
    ) { html in
      html.element(.g, .decorative) { html in
        for mark in marks {
          let y = (Self.y(scale, mark.number)).rounded() + 0.5
          html.element(.line, .class("axis"), more: HTMLAttribute.across(.pixels(y))) { _ in }
          html.element(.svgText, .x(.pixels(0)), .y(.pixels(y - 6.5)), text: mark.text)
        }
      }
      let width = (Self.end - start) / Double(max(1, bars.count))
      for (index, bar) in bars.enumerated() {
        let place = Place(left: start + Double(index) * width, width: width, fromEnd: bars.count - 1 - index)
        write(bar, at: place, scale, isBelow, to: &html)
      }
    }
  }

  // Whether the value at the end of the last bar would cover the labels, or one of the two bars before it. On a phone, the
  // value is as wide as two or three bars.
  private func coversNeighbours(_ scale: AxisScale) -> Bool {
    guard let last = bars.last, last.number != 0 else { return false }
    // Below the longest bar under the axis there are the labels.
    if last.number < 0 { return Self.y(scale, last.number) + Self.line > Self.above + Self.height }
    let top = Self.y(scale, last.number) - 4
    return bars.dropLast().suffix(2).contains { Self.y(scale, $0.number) < top }
  }

  // The position of a bar, in per cent of the drawing.
  private struct Place {
    let left: Double
    let width: Double
    let fromEnd: Int
    var middle: Double { left + width / 2 }
  }

  private static func y(_ scale: AxisScale, _ number: Int64) -> Double {
    above + (1 - scale.share(of: number)) * height
  }

  private func write(
    _ bar: Bar, at place: Place, _ scale: AxisScale, _ isBelow: Bool, to html: inout HTMLWriter
  ) {
    let zero = Self.y(scale, 0)
    let top = Self.y(scale, bar.number)
    let (upper, size) = (min(zero, top), (zero - top).magnitude)
    func column(_ html: inout HTMLWriter) {
      // The whole column can be pressed.
      html.element(
        .rect, .class("hit"), .x(.percent(place.left)), .width(.percent(place.width)), .y(.pixels(Self.above)),
        .height(.pixels(Self.height))
      ) { _ in }
      guard bar.number != 0 else { return }
      html.element(
        .rect, .class(place.fromEnd == 0 ? "fill" : "soft"), .x(.percent(place.left + place.width * 0.16)),
        .width(.percent(place.width * 0.68)), .y(.pixels(upper)), .height(.pixels(max(1, size))), .rounded(3)
      ) { _ in }
    }
    if let href = bar.href {
      html.element(.a, .href(href), .label(bar.words)) { column(&$0) }
    } else {
      html.element(.g, .role("img"), .label(bar.words)) { column(&$0) }
    }
    // At most twelve labels, on a phone every second of them, and always the last one.
    let step = (bars.count + 11) / 12
    html.element(.g, .decorative) { html in
      if place.fromEnd % step == 0 {
        html.element(
          .svgText, .x(.percent(place.middle)), .y(.pixels(Self.above + Self.height + 18)), .centered,
          bars.count > 6 && place.fromEnd / step % 2 == 1 ? .class("odd") : nil, text: bar.label)
      }
      if place.fromEnd == 0, bar.number != 0 {
        let text = short(bar.number)
        // A long value does not fit between the middle of the bar and the edge of a phone.
        let isLong = text.count > 6
        let beside = bar.number < 0 ? upper + size + Self.line : upper - 6
        html.element(
          .svgText, .class("val"), .x(.percent(isLong ? 100 : place.middle)),
          .y(.pixels(isBelow ? Self.above + Self.height + Self.below + 12 : beside)),
          isLong ? .endingThere : .centered, text: text)
      }
    }
  }
}
